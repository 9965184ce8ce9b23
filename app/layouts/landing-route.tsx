import { Navigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useAuth } from "../auth/auth-context.tsx";
import { wasSignedIn } from "../auth/auth-store.ts";
import { LoadingPage } from "./loading-page.tsx";

const Landing = lazy(() =>
  import("../../features/marketing/screens/landing.tsx").then((module) => ({
    default: module.LandingScreen,
  })),
);

/** `/`: the landing page for visitors; signed-in people go on to their dashboard (workspace 2.1). */
export function LandingRoute() {
  const { state } = useAuth();
  if (state.status === "signedIn") return <Navigate to="/home" replace />;
  // Somebody who was here before shouldn't see the advertisement flash by.
  if (state.status === "loading" && wasSignedIn()) return <LoadingPage />;
  return (
    <Suspense fallback={<LoadingPage />}>
      <Landing />
    </Suspense>
  );
}
