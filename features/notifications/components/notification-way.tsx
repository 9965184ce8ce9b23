import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Notification } from "../../../lib/api.ts";

type NotificationWayProps = {
  notification: Notification;
  /** It leads to the list of all news, for several subjects. */
  isOfMany?: boolean;
  onOpen: () => void;
  children: ReactNode;
};

/** The link to a notification's subject; plain text where the reader can't see it any more. */
export function NotificationWay({ notification, isOfMany, onOpen, children }: NotificationWayProps) {
  const { kind, subject, diaryShortId: diaryId } = notification;
  if (kind === "security")
    return (
      <Link to="/account" onClick={onOpen}>
        {children}
      </Link>
    );
  if (kind === "digest" || isOfMany)
    return (
      <Link to="/updates" onClick={onOpen}>
        {children}
      </Link>
    );
  if (subject === null || diaryId === null) return children;
  const { type, id, taskId, diaryProgramId, slot } = subject;
  // A task opens above the inbox, so that closing it leads back.
  if (taskId !== null)
    return (
      <button type="button" onClick={onOpen}>
        {children}
      </button>
    );
  if (type === "appointment")
    return (
      <Link
        to="/care/$diaryId/appointments/$appointmentId"
        params={{ diaryId, appointmentId: id }}
        onClick={onOpen}
      >
        {children}
      </Link>
    );
  if (type === "member")
    return (
      <Link to="/care/$diaryId/members" params={{ diaryId }} onClick={onOpen}>
        {children}
      </Link>
    );
  if (type === "dose")
    return (
      <Link
        to="/care/$diaryId/doses"
        params={{ diaryId }}
        search={slot === null ? {} : { dose: id, slot }}
        onClick={onOpen}
      >
        {children}
      </Link>
    );
  if (diaryProgramId !== null)
    return (
      <Link
        to="/care/$diaryId/programs/$diaryProgramId"
        params={{ diaryId, diaryProgramId }}
        hash={`comment-${id}`}
        onClick={onOpen}
      >
        {children}
      </Link>
    );
  const noteId = subject.noteShortId ?? subject.noteId ?? id;
  return (
    <Link
      to="/care/$diaryId/note/$noteId"
      params={{ diaryId, noteId }}
      {...(type === "comment" && { hash: `comment-${id}` })}
      onClick={onOpen}
    >
      {children}
    </Link>
  );
}
