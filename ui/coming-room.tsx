import type { ReactNode } from "react";
import { EmptyState } from "./empty-state.tsx";
import { PageHeader } from "./page-header.tsx";

type ComingRoomProps = { title: string; what: string; picture: ReactNode; children?: ReactNode };

/** A room that isn't built yet: says what will be here and leads to what is. */
export function ComingRoom({ title, what, picture, children }: ComingRoomProps) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title="This room is being prepared" text={what} picture={picture}>
        {children}
      </EmptyState>
    </>
  );
}
