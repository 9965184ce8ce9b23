import { HomeScreen } from "../../features/home/screens/home.tsx";
import { HomeParts } from "./home-parts.tsx";

/** `/home`. */
export const HomeRoute = () => (
  <HomeScreen>
    <HomeParts />
  </HomeScreen>
);
