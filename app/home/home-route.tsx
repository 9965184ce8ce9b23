import { lazy } from "react";
import { HomeScreen } from "../../features/home/screens/home.tsx";
import { api } from "../../lib/api.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { Handovers } from "./handovers.tsx";
import { News } from "./news.tsx";
import { Today } from "./today.tsx";
import { WaitingPeople } from "./waiting-people.tsx";

const OpenedTask = lazy(() =>
  import("../tasks/opened-task.tsx").then((module) => ({ default: module.OpenedTask })),
);

/** `/home`. */
export function HomeRoute() {
  const me = useLiveQuery(api.users.getCurrentUser, {});
  return (
    <HomeScreen
      waiting={<WaitingPeople />}
      today={
        me && (
          <Today
            me={{ userId: me._id, name: me.name }}
            details={(task, onClose) => <OpenedTask key={task._id} task={task} onClose={onClose} />}
          />
        )
      }
      news={
        <>
          <Handovers />
          <News />
        </>
      }
    />
  );
}
