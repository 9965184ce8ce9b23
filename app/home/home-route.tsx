import { HomeScreen } from "./home.tsx";
import { HomeParts } from "./home-parts.tsx";

/** `/home`. */
export const HomeRoute = () => (
  <HomeScreen>
    <HomeParts />
  </HomeScreen>
);
