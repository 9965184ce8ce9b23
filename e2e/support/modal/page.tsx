import { createRoot } from "react-dom/client";
import { Kit } from "../../../app/theme/kit.tsx";
import { Modal } from "../../../ui/modal.tsx";

type Size = "sm" | "md" | "lg" | "xl" | "full";

const size = new URLSearchParams(location.search).get("size") as Size;

createRoot(document.getElementById("root")!).render(
  <Kit>
    <Modal opened onClose={() => {}} title={`Size ${size}`} size={size}>
      Content
    </Modal>
  </Kit>,
);
