import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryCompiler,
} from "kysely";

/** Lists up to here keep their own texts: of a list that is one parameter PostgreSQL always expects about ten values. */
const SHORT = 4;

/**
 * Passes the longer lists of `in` as one parameter, `= any($1)`, so that a statement has few texts for lists of any
 * length. With a text for each length, work on many rows would take all names of prepared statements of a connection,
 * and users' queries would be planned anew each time.
 */
class FixedTextCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    const isListed =
      OperatorNode.is(operator) && operator.operator === "in" && PrimitiveValueListNode.is(rightOperand);
    if (!isListed || rightOperand.values.length <= SHORT) return super.visitBinaryOperation(node);
    this.visitNode(leftOperand);
    this.append(" = any(");
    this.appendValue(rightOperand.values);
    this.append(")");
  }
}

/** PostgreSQL, with {@link FixedTextCompiler}. */
export class FixedTextDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new FixedTextCompiler();
  }
}
