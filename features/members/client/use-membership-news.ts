import { useEffect, useRef, useState } from "react";
import type { Member } from "../../../lib/api.ts";
import { getMembershipNews } from "./membership-news.ts";

/** Announces the latest changes of a list of members, for a live region; "" until there is one. */
export function useMembershipNews(members: Member[], viewerId: string | undefined): string {
  const shown = useRef(members);
  const [news, setNews] = useState("");
  useEffect(() => {
    const changes = getMembershipNews(shown.current, members, viewerId);
    shown.current = members;
    if (changes.length > 0) setNews(changes.join(" "));
  }, [members, viewerId]);
  return news;
}
