import { useLayoutEffect, useRef, useState } from "react";
import {
  clampView,
  detectSwipe,
  getFittingSize,
  type PictureView,
  type Point,
  WHOLE,
  zoomView,
} from "./picture-view.ts";

/** Smaller movements are a press. */
const PRESS_PX = 10;
/** Two presses within this time and distance are a double press. */
const DOUBLE_MS = 300;
const DOUBLE_PX = 30;
/** The scale after a double press. */
const CLOSE_LOOK = 2.5;
/** A turn of the wheel by this many px doubles the scale. */
const WHEEL_PX = 300;

type Gestures = {
  /** Null until it is loaded. */
  picture: { width: number; height: number } | null;
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
  onClose: () => void;
};

type Pointer = Point & { from: Point; at: number };

const NOWHERE: Point = { x: 0, y: 0 };

/**
 * Fingers, mouse and wheel on a stage that shows one picture: swipes to the next and the previous picture and down to
 * close, pinching, double presses, and moving a picture that is zoomed in. `drag` is how far a swipe has come.
 */
export function usePictureGestures(stage: HTMLElement | null, pictureId: string, given: Gestures) {
  const [zoomed, setZoomed] = useState({ id: pictureId, view: WHOLE });
  // Several events may come before the next rendering.
  const current = useRef(zoomed);
  const getView = ({ id, view }: typeof zoomed) => (id === pictureId ? view : WHOLE);
  const view = getView(zoomed);
  const [drag, setDrag] = useState<Point | null>(null);

  const sizes = () => {
    const stageSize = { width: stage?.clientWidth ?? 1, height: stage?.clientHeight ?? 1 };
    return { stageSize, fitting: given.picture ? getFittingSize(given.picture, stageSize) : stageSize };
  };
  const show = (next: PictureView) => {
    current.current = { id: pictureId, view: next };
    setZoomed(current.current);
  };
  const zoom = (scale: number, at: Point = NOWHERE) => {
    const { fitting, stageSize } = sizes();
    show(zoomView(getView(current.current), scale, at, fitting, stageSize));
  };
  const move = (by: Point) => {
    const { fitting, stageSize } = sizes();
    const { scale, x, y } = getView(current.current);
    show(clampView({ scale, x: x + by.x, y: y + by.y }, fitting, stageSize));
  };

  const scaleNow = () => getView(current.current).scale;
  const latest = useRef<Latest>(null!);
  latest.current = { given, scaleNow, zoom, move, setDrag };

  useLayoutEffect(() => (stage ? listen(stage, () => latest.current) : undefined), [stage]);

  return { view, drag, zoom, move };
}

type Latest = {
  given: Gestures;
  scaleNow: () => number;
  zoom: (scale: number, at?: Point) => void;
  move: (by: Point) => void;
  setDrag: (drag: Point | null) => void;
};

/** Listens to a stage until the returned function is called. */
function listen(stage: HTMLElement, latest: () => Latest): () => void {
  const pointers = new Map<number, Pointer>();
  let lastPress: (Point & { at: number }) | null = null;
  /** Whether more than one finger was down since the first one. */
  let wasPinch = false;

  const getTouchPlace = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };

  function press(event: PointerEvent) {
    if (event.button !== 0 || (event.target as Element).closest("button")) return;
    stage.setPointerCapture(event.pointerId);
    const from = getTouchPlace(event);
    if (pointers.size === 0) wasPinch = false;
    pointers.set(event.pointerId, { ...from, from, at: event.timeStamp });
    if (pointers.size > 1) {
      wasPinch = true;
      latest().setDrag(null);
    }
  }

  function drag(event: PointerEvent) {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    const to = getTouchPlace(event);
    const { scaleNow, zoom, move, setDrag, given } = latest();
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const factor = distance(to, other) / Math.max(1, distance(pointer, other));
      zoom(scaleNow() * factor, middle(to, other));
    } else if (scaleNow() > 1) {
      move({ x: to.x - pointer.x, y: to.y - pointer.y });
    } else if (!wasPinch && distance(to, pointer.from) > PRESS_PX) {
      const way = { x: to.x - pointer.from.x, y: to.y - pointer.from.y };
      const leads = way.x < 0 ? given.onNext : given.onPrevious;
      if (Math.abs(way.x) > Math.abs(way.y)) setDrag({ x: leads ? way.x : way.x / 3, y: 0 });
      else setDrag({ x: 0, y: Math.max(0, way.y) });
    }
    pointers.set(event.pointerId, { ...pointer, ...to });
  }

  function release(event: PointerEvent) {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    pointers.delete(event.pointerId);
    const { scaleNow, zoom, setDrag, given } = latest();
    setDrag(null);
    if (event.type === "pointercancel" || wasPinch) return;
    const way = { x: pointer.x - pointer.from.x, y: pointer.y - pointer.from.y };
    if (distance(way, NOWHERE) <= PRESS_PX) {
      const isSecond =
        lastPress && event.timeStamp - lastPress.at < DOUBLE_MS && distance(lastPress, pointer) < DOUBLE_PX;
      lastPress = isSecond ? null : { x: pointer.x, y: pointer.y, at: event.timeStamp };
      if (isSecond) zoom(scaleNow() > 1 ? 1 : CLOSE_LOOK, pointer);
      return;
    }
    if (scaleNow() > 1) return;
    const size = { width: stage.clientWidth, height: stage.clientHeight };
    const swipe = detectSwipe(way, event.timeStamp - pointer.at, size);
    if (swipe === "close") given.onClose();
    if (swipe === "next") given.onNext?.();
    if (swipe === "previous") given.onPrevious?.();
  }

  function turn(event: WheelEvent) {
    // With the Control key it is a pinch on a touchpad, which would zoom the page.
    event.preventDefault();
    const { scaleNow, zoom } = latest();
    zoom(scaleNow() * 2 ** (-event.deltaY / WHEEL_PX), getTouchPlace(event));
  }

  stage.addEventListener("pointerdown", press);
  stage.addEventListener("pointermove", drag);
  stage.addEventListener("pointerup", release);
  stage.addEventListener("pointercancel", release);
  stage.addEventListener("wheel", turn, { passive: false });
  return () => {
    stage.removeEventListener("pointerdown", press);
    stage.removeEventListener("pointermove", drag);
    stage.removeEventListener("pointerup", release);
    stage.removeEventListener("pointercancel", release);
    stage.removeEventListener("wheel", turn);
  };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
