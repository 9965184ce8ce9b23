import { Button, Group } from "@mantine/core";
import { useRef, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import { t } from "../../../lib/words/t.ts";
import "react-easy-crop/react-easy-crop.css";
import { Modal } from "../../../ui/modal.tsx";
import { CROP, cropToJpeg, getSteppedZoom, type OpenPicture } from "../../avatars/client/public.ts";
import styles from "./crop-dialog.module.css";

type CropDialogProps = {
  picture: OpenPicture;
  /** Called with the cropped square as a JPEG `data:` URL. */
  onDone: (photo: string) => void;
  onCancel: () => void;
};

/** Crops a picture to the notebook's photo: by dragging, arrow keys, wheel, pinch or slider. */
export function CropDialog({ picture, onDone, onCancel }: CropDialogProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(CROP.leastZoom);
  const area = useRef<Area | null>(null);
  // Wheel and pinch move by less than a step at a time; the remainder is accumulated.
  const exactZoom = useRef<number>(CROP.leastZoom);

  function zoomTo(next: number) {
    exactZoom.current = Math.min(CROP.mostZoom, Math.max(CROP.leastZoom, next));
    setZoom(getSteppedZoom(next));
  }

  return (
    <Modal opened onClose={onCancel} title={t("crop.title")} size="md">
      <p id="crop-hint" className={styles.hint}>
        {t("crop.hint")}
      </p>
      <div className={styles.stage}>
        <Cropper
          image={picture.url}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          minZoom={CROP.leastZoom}
          maxZoom={CROP.mostZoom}
          keyboardStep={10}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={(next) => zoomTo(exactZoom.current + next - zoom)}
          onCropAreaChange={(_, pixels) => {
            area.current = pixels;
          }}
          cropperProps={{
            role: "group",
            "aria-label": t("crop.part"),
            "aria-describedby": "crop-hint",
          }}
        />
      </div>
      <label className={styles.zoom}>
        {t("crop.zoom")}
        <input
          type="range"
          min={CROP.leastZoom}
          max={CROP.mostZoom}
          step={CROP.zoomStep}
          value={zoom}
          aria-valuetext={t("crop.times", { zoom: zoom.toFixed(1) })}
          onChange={({ currentTarget }) => zoomTo(Number(currentTarget.value))}
        />
      </label>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          {t("crop.cancel")}
        </Button>
        <Button onClick={() => area.current && onDone(cropToJpeg(picture.image, area.current))}>
          {t("crop.use")}
        </Button>
      </Group>
    </Modal>
  );
}
