import type { Page } from "@playwright/test";
import { api } from "../../lib/api.ts";
import type { Person } from "./people.ts";

/** Fills in something on each tab about the notebook's subject, as its form saves it. */
export async function tellAbout(
  owner: Person,
  diaryId: string,
  { fullName = "Rosa Blum", avatarUrl }: { fullName?: string; avatarUrl?: string } = {},
): Promise<void> {
  await owner.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
    diaryId,
    description: "Since the fall in May",
    region: "DE",
    avatarUrl,
    personInfo: {
      fullName,
      dateOfBirth: "1942-03-05",
      gender: "female",
      phoneNumber: "+49 (30) 12-34",
      emergencyContacts: [
        { name: "Anna Keller", phone: "+49 170 1" },
        { name: "Neighbour, first floor", phone: "" },
      ],
      preferences: "Tea without milk, the radio in the morning.",
      bloodType: "A+",
      organDonor: false,
      allergies: ["Penicillin", "nuts"],
      conditions: ["High blood pressure"],
      familyDoctor: { name: "Dr. Sahin", phone: "+49 30 99", address: "Main Street 1\n10115 Berlin" },
      medicalHistory: "Hip replaced 2019.\nStroke 2021, recovered well.",
      medicalConsent: { signed: true, signedBy: "ROSA BLUM", signedDate: "2026-01-02" },
      powerOfAttorney: { hasPOA: true, nameAndPhone: "Anna Keller, +49 170 1" },
      advanceDirectives: { hasLivingWill: true, notes: "Blue folder" },
      medicalInsurance: { fundName: "Public Fund", memberNumber: "A123" },
    },
  });
}

/** A drawn head and shoulders, as a `data:` URL of a JPEG; drawn in `page`, whatever that shows. */
export function portrait(page: Page, side = 600): Promise<string> {
  return page.evaluate((size) => {
    const canvas = document.createElement("canvas");
    canvas.width = size;
    canvas.height = size;
    const context = canvas.getContext("2d")!;
    const disc = (colour: string, x: number, y: number, radius: number) => {
      context.fillStyle = colour;
      context.beginPath();
      context.arc(x * size, y * size, radius * size, 0, 2 * Math.PI);
      context.fill();
    };
    context.fillStyle = "#cfe3df";
    context.fillRect(0, 0, size, size);
    disc("#7b5a86", 0.5, 1.02, 0.36);
    disc("#d9d4cf", 0.5, 0.4, 0.24);
    disc("#f0cdb0", 0.5, 0.45, 0.2);
    return canvas.toDataURL("image/jpeg", 0.9);
  }, side);
}

/** A picture as a file to choose. */
export const asFile = (dataUrl: string, name = "photo.jpg") => ({
  name,
  mimeType: dataUrl.slice("data:".length, dataUrl.indexOf(";")),
  buffer: Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"),
});

/** Uploads a photo as the form does; returns its address. */
export function uploadPhoto(person: Person, dataUrl: string): Promise<string> {
  return person.http.action(api.diaryAvatars.uploadAvatarFromDataUrl, { dataUrl, filename: "photo.jpg" });
}
