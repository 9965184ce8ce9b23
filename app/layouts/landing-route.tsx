import { Navigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { getPublicAddress } from "../../features/marketing/rules/addresses.ts";
import { useAuth } from "../auth/auth-context.tsx";
import { LoadingPage } from "./loading-page.tsx";

/**
 * `/` within the app: redirects signed-in people to their dashboard (workspace 2.1), others to the landing page,
 * which is a document of its own.
 */
export function LandingRoute() {
  const { state, failure } = useAuth();
  const leaves = state.status === "signedOut" || failure !== null;

  useEffect(() => {
    if (leaves) window.location.replace(getPublicAddress("/"));
  }, [leaves]);

  if (state.status === "signedIn") return <Navigate to="/home" replace />;
  return <LoadingPage />;
}
