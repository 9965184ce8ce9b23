import type {
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from "kysely";
import { CareError } from "../../lib/errors.ts";

/** A filter with more operators was probably built from a list, which belongs into one `in` (care-core 9). */
const MAX_OPERATORS = 256;

/** Which column sets of a table the triggers of `sync_track()` log, by table. Read from `sync_scopes`. */
export type TrackedScopes = ReadonlyMap<string, readonly (readonly string[])[]>;

/**
 * Records the reads of one execution's queries, as scopes: `notes/diary_id=…` when an equality restricts the query to
 * one notebook, else `notes` for the whole table. When in doubt it records the whole table. It can't see a table in a
 * raw SQL fragment, so such a fragment is an error.
 */
export class DependencyRecorder implements KyselyPlugin {
  readonly scopes = new Set<string>();
  readonly #tracked: TrackedScopes;

  constructor(tracked: TrackedScopes) {
    this.#tracked = tracked;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    const statement = new Statement();
    statement.read(node);
    for (const scope of statement.scopes(this.#tracked)) this.scopes.add(scope);
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

/** The scope of the rows of a table that share these values, as the triggers write it. */
export function getScopeName(table: string, columns: readonly string[], values: readonly unknown[]): string {
  if (columns.length === 0) return table;
  return `${table}/${columns.map((column, i) => `${column}=${values[i]}`).join("&")}`;
}

// biome-ignore lint/suspicious/noExplicitAny: operation nodes are walked by their `kind`
type AnyNode = Record<string, any>;

/** The names that a select can use: first its own FROM and JOIN, then those in enclosing selects. */
type Scope = {
  /** By alias: the key of a table, or null for a subquery. */
  readonly names: Map<string, string | null>;
  readonly outer: Scope | null;
};

/** The tables of one statement, with the constants that each of their columns is compared with. */
class Statement {
  /** Table names by key. One table has a key for each place of the statement that reads it. */
  readonly #tables = new Map<string, string>();
  /** By column, `key.column`. */
  readonly #constants = new Map<string, Set<unknown>>();
  readonly #equalColumns = new Map<string, Set<string>>();
  readonly #ctes = new Set<string>();
  #operators = 0;

  read(node: OperationNode): void {
    this.#visit(node as AnyNode, null);
  }

  scopes(tracked: TrackedScopes): string[] {
    const scopes: string[] = [];
    for (const [key, table] of this.#tables) {
      if (this.#ctes.has(table)) {
        if (tracked.has(table))
          throw new Error(`A common table expression can't be named as table ${table} is`);
        continue;
      }
      scopes.push(...this.#scopesOf(key, table, tracked));
    }
    return scopes;
  }

  #scopesOf(key: string, table: string, tracked: TrackedScopes): string[] {
    const columnSets = tracked.get(table);
    if (!columnSets) throw new Error(`Table ${table} isn't tracked, so a live query can't read it`);
    const bySize = [...columnSets].sort((a, b) => b.length - a.length);
    for (const columns of bySize) {
      if (columns.length === 0) continue;
      const values = columns.map((column) => this.#constantsFor(`${key}.${column}`));
      if (values.every((set) => set !== null)) {
        return combinations(values as unknown[][]).map((choice) => getScopeName(table, columns, choice));
      }
    }
    return [table];
  }

  #constantsFor(column: string, seen = new Set<string>()): unknown[] | null {
    if (seen.has(column)) return null;
    seen.add(column);
    const own = this.#constants.get(column);
    if (own) return [...own];
    for (const other of this.#equalColumns.get(column) ?? []) {
      const found = this.#constantsFor(other, seen);
      if (found) return found;
    }
    return null;
  }

  #visit(node: AnyNode, scope: Scope | null): void {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const item of node) this.#visit(item, scope);
      return;
    }
    if (node.kind === "RawNode") refuseRawTables(node);
    if (node.kind === "BinaryOperationNode" && ++this.#operators > MAX_OPERATORS) {
      throw new CareError("limit", { english: `A query may have at most ${MAX_OPERATORS} conditions` });
    }
    if (node.kind === "CommonTableExpressionNode") this.#ctes.add(node.name.table.table.identifier.name);
    if (node.kind === "SelectQueryNode") {
      this.#visitSelect(node, { names: new Map(), outer: scope });
      return;
    }
    for (const key of Object.keys(node)) {
      if (key !== "kind" && typeof node[key] === "object") this.#visit(node[key], scope);
    }
  }

  #visitSelect(select: AnyNode, scope: Scope): void {
    for (const from of select.from?.froms ?? []) this.#addTable(from, scope);
    for (const join of select.joins ?? []) this.#addTable(join.table, scope);
    for (const join of select.joins ?? []) {
      const outer = join.joinType !== "InnerJoin" && join.joinType !== "LateralInnerJoin";
      const joined = outer ? (scope.names.get(getName(join.table) ?? "") ?? null) : null;
      // An outer join with a subquery limits none of the tables it is joined to.
      const isLimiting = !outer || joined !== null;
      if (join.on && isLimiting && join.joinType !== "RightJoin" && join.joinType !== "FullJoin") {
        this.#conditions(join.on.on, scope, joined);
      }
    }
    if (select.where) this.#conditions(select.where.where, scope, null);
    for (const key of Object.keys(select)) {
      if (key !== "kind" && typeof select[key] === "object") this.#visit(select[key], scope);
    }
  }

  #addTable(node: AnyNode, { names }: Scope): void {
    refuseRawTable(node);
    const name = getName(node);
    if (!name) return;
    const table = getTable(node);
    if (!table) {
      names.set(name, null);
      return;
    }
    const key = `${name}#${this.#tables.size}`;
    this.#tables.set(key, table);
    names.set(name, key);
  }

  /**
   * Collects conditions that hold for every row: equalities joined by AND. `only` limits it to one outer-joined
   * table, given by its key.
   */
  #conditions(node: AnyNode, scope: Scope, only: string | null): void {
    if (node.kind === "ParensNode") this.#conditions(node.node, scope, only);
    if (node.kind === "AndNode") {
      this.#conditions(node.left, scope, only);
      this.#conditions(node.right, scope, only);
    }
    if (node.kind !== "BinaryOperationNode") return;
    const operator = node.operator?.operator;
    if (operator !== "=" && operator !== "in") return;
    const left = getColumn(node.leftOperand, scope);
    if (!left) return;
    const own = new Set(scope.names.values());
    const isOwnColumn = (column: string) => own.has(getKey(column)) && (!only || getKey(column) === only);
    const constants = getConstants(node.rightOperand);
    if (constants) {
      if (isOwnColumn(left)) addAll(this.#constants, left, constants);
      return;
    }
    const right = operator === "=" ? getColumn(node.rightOperand, scope) : null;
    if (!right) return;
    if (isOwnColumn(left)) addAll(this.#equalColumns, left, [right]);
    if (isOwnColumn(right)) addAll(this.#equalColumns, right, [left]);
  }
}

/** The table's key in a column's name. */
const getKey = (column: string) => column.slice(0, column.indexOf("."));

function addAll<T>(map: Map<string, Set<T>>, key: string, values: readonly T[]): void {
  map.set(key, new Set([...(map.get(key) ?? []), ...values]));
}

function getName(node: AnyNode): string | null {
  if (node.kind === "AliasNode") return node.alias?.name ?? null;
  return getTable(node);
}

function getTable(node: AnyNode): string | null {
  if (node.kind === "AliasNode") return getTable(node.node);
  if (node.kind !== "TableNode") return null;
  const { schema, identifier } = node.table;
  return schema ? `${schema.name}.${identifier.name}` : identifier.name;
}

/** The column that a reference means, as `key.column`; null for that of a subquery, and where it isn't sure. */
function getColumn(node: AnyNode, scope: Scope): string | null {
  if (node?.kind !== "ReferenceNode" || node.column?.kind !== "ColumnNode") return null;
  const column = node.column.column.name;
  const name =
    node.table?.table.identifier.name ?? (scope.names.size === 1 ? [...scope.names.keys()][0] : null);
  for (let around: Scope | null = scope; around && name; around = around.outer) {
    const key = around.names.get(name);
    if (key) return `${key}.${column}`;
    if (key === null) return null;
  }
  return null;
}

function getConstants(node: AnyNode): unknown[] | null {
  if (node?.kind === "ValueNode") return node.value === null ? null : [node.value];
  if (node?.kind === "PrimitiveValueListNode") return [...node.values];
  if (node?.kind === "ValueListNode") {
    const values = node.values.map((item: AnyNode) => getConstants(item));
    return values.every((value: unknown[] | null) => value?.length === 1) ? values.flat() : null;
  }
  return null;
}

function combinations(sets: unknown[][]): unknown[][] {
  return sets.reduce<unknown[][]>(
    (done, set) => done.flatMap((choice) => set.map((value) => [...choice, value])),
    [[]],
  );
}

// `extract(epoch from x)`, `trim(both from x)` and `is distinct from` name no table.
const FROM_WITHOUT_TABLE =
  /\bextract\s*\(\s*\w+\s+from\b|\btrim\s*\(\s*\w+\s+from\b|\bis\s+(not\s+)?distinct\s+from\b/gi;

/** In place of a table a raw fragment may only be a function call, such as `unnest(…)`. */
function refuseRawTable(node: AnyNode): void {
  const inner = node.kind === "AliasNode" ? node.node : node;
  if (inner.kind === "RawNode" && !/^\s*\w+\s*\(/.test(inner.sqlFragments[0])) {
    throw new Error("A live query can't name tables in raw SQL: what it reads wouldn't be recorded");
  }
}

function refuseRawTables(node: AnyNode): void {
  const text = (node.sqlFragments as string[]).join(" ? ").replace(FROM_WITHOUT_TABLE, "");
  if (/\b(from|join|table)\b/i.test(text)) {
    throw new Error("A live query can't name tables in raw SQL: what it reads wouldn't be recorded");
  }
}
