export const EXPORT_WORDS = {
  none: "No exports yet",
  making: "Being made",
  failed: "It couldn't be made.",
  expired: "Expired",
  downloadFailed: "The file can't be downloaded right now. Please try again.",
  deleteFailed: "The export wasn't deleted. Please try again.",
  deleteQuestion: "The file is deleted for everybody. This can't be undone.",
} as const;
