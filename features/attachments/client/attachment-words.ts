/** The texts of the panel. The error messages and the confirmation are the specification's (care-core 8). */
export const ATTACHMENT_WORDS = {
  uploadFailed: "Failed to upload file",
  deleteFailed: "Failed to delete attachment",
  downloadFailed: "Failed to download attachment",
  describeFailed: "Failed to save the description",
  deleteQuestion: "Are you sure you want to delete this attachment?",
  encrypted: "Files of this note are encrypted where they are stored.",
  brokenOff: "The connection broke off. The upload begins again by itself when it is back.",
  heic: "Photos in the format HEIC can't be shown here. You can download it.",
  heicChosen:
    "This browser can't read the format HEIC. The photo is sent as it is: others can download it, but not look at it here.",
  notShown: "This picture can't be shown. You can download it.",
  pdfLocked:
    "A password protects this PDF, so it can't be shown here. Download it and open it with the password.",
  pdfBroken: "This PDF is damaged and can't be shown. You can download it.",
  pdfAway: "The PDF couldn't be loaded. Close this and try again, or download it.",
  pageBroken: "This page can't be shown. You can download the PDF.",
  folder: "A folder can't be attached. Please choose the files in it.",
} as const;

/** The message for an upload that the storage refused. */
export const uploadRefused = (statusText: string) => `Upload failed: ${statusText}`;
