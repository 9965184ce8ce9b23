import type { Icon } from "@tabler/icons-react";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { joinClassNames } from "../../../ui/class-names.ts";
import { List } from "../../../ui/list.tsx";
import { Soft } from "../../../ui/text.tsx";
import styles from "./tiles.module.css";

type Tile = { Icon: Icon; name: Key; text: Key };

/** A grid of short texts with icons. */
export function Tiles({ tiles, narrow = false }: { tiles: readonly Tile[]; narrow?: boolean }) {
  return (
    <List gap="lg" className={joinClassNames(styles.tiles, narrow && styles.narrow)}>
      {tiles.map(({ Icon, name, text }) => (
        <Card key={name} size="page" className={styles.tile}>
          <span className={styles.sign}>
            <Icon aria-hidden="true" />
          </span>
          <h3>{t(name)}</h3>
          <Soft>{t(text)}</Soft>
        </Card>
      ))}
    </List>
  );
}
