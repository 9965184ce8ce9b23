import { Transformer } from "@napi-rs/image";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readHeader } from "../../../server/pictures/header.ts";
import { RawClient } from "../../../test/conformance/raw_client.ts";
import { longestHoldDuring } from "../../../test/event-loop.ts";
import { api, careTeam, createPerson, type TestPerson } from "../../../test/people.ts";
import {
  blackPng,
  coloursOf,
  dataUrlOf,
  jpegOf,
  pngOf,
  type Size,
  webpOf,
  withExif,
} from "../../../test/pictures.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
let someone: TestPerson;
beforeAll(async () => {
  service = await startService();
  someone = await createPerson(service, "Ute Uploader");
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const upload = (dataUrl: string, { who = someone, diaryId }: { who?: TestPerson; diaryId?: string } = {}) =>
  who.http.action(api.diaryAvatars.uploadAvatarFromDataUrl, { dataUrl, filename: "rosa.jpg", diaryId });
/** Uploads a picture and forgets it, because the number of unused ones is limited. */
async function stored(dataUrl: string): Promise<{ whole: Buffer; small: Buffer }> {
  const url = await upload(dataUrl);
  const files = { whole: await fetched(url), small: await fetched(`${url}?size=small`) };
  await sql("delete from avatars where id = $1", [url.split("/").at(-1)]);
  return files;
}
async function fetched(url: string): Promise<Buffer> {
  const authorization = `Bearer ${await service.issuer.tokenFor(someone)}`;
  const response = await fetch(url, { headers: { authorization } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
const sizeOf = (picture: Buffer) => {
  const { width, height, type } = readHeader(picture)!;
  expect(type).toBe("image/jpeg");
  return [width, height];
};

/** The first eight values of a JPEG's luminance table, which show its quality. */
const quantisationOf = (jpeg: Buffer) => {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]));
  return [...jpeg.subarray(at + 5, at + 13)];
};
const TABLE_OF_QUALITY_90 = [3, 2, 2, 3, 2, 2, 3, 3];

const kinds = [
  ["image/jpeg", jpegOf],
  ["image/png", pngOf],
  ["image/webp", webpOf],
] as const;

describe("diaryAvatars.uploadAvatarFromDataUrl", () => {
  it("stores a picture, with a notebook or without, and returns its address", {
    tags: spec("CORE-139 CORE-140 CORE-141"),
  }, async () => {
    const { diaryId, owner } = await careTeam(service);
    const picture = dataUrlOf("image/png", await pngOf());
    for (const given of [{ who: owner }, { who: owner, diaryId }]) {
      const url = await upload(picture, given);
      expect(url).toMatch(new RegExp(`^${service.url}/api/avatars/[0-9a-f-]{36}$`));
      expect(await sql("select uploaded_by from avatars where id = $1", [url.split("/").at(-1)])).toEqual([
        { uploaded_by: owner.userId },
      ]);
    }
  });

  it.each(kinds)(
    "makes two JPEG files of a %s file, of at most 1024 and 192 pixels, the second a square",
    { tags: spec("CORE-138") },
    async (type, make) => {
      const sizes: [Size, number[], number[]][] = [
        [{ width: 1024, height: 1024 }, [1024, 1024], [192, 192]],
        [{ width: 1600, height: 800 }, [1024, 512], [192, 192]],
        [{ width: 300, height: 1200 }, [256, 1024], [192, 192]],
        [{ width: 500, height: 400 }, [500, 400], [192, 192]],
        [{ width: 120, height: 90 }, [120, 90], [90, 90]],
        [{ width: 1, height: 1 }, [1, 1], [1, 1]],
        [{ width: 4000, height: 2 }, [1024, 1], [1, 1]],
      ];
      for (const [size, wholeSize, smallSize] of sizes) {
        const { whole, small } = await stored(dataUrlOf(type, await make(size)));
        expect([sizeOf(whole), sizeOf(small)]).toEqual([wholeSize, smallSize]);
        for (const picture of [whole, small]) expect(quantisationOf(picture)).toEqual(TABLE_OF_QUALITY_90);
      }
    },
  );

  it("cuts the square from the middle", async () => {
    const { whole, small } = await stored(dataUrlOf("image/png", await pngOf({ width: 900, height: 300 })));
    expect(await coloursOf(whole)).toBe("RGBW");
    // The left part of a picture three times as wide would be only red and blue.
    expect(await coloursOf(small)).toBe("RGBW");
  });

  it.each([
    [1, "RGBW", [60, 40]],
    [2, "GRWB", [60, 40]],
    [3, "WBGR", [60, 40]],
    [4, "BWRG", [60, 40]],
    [5, "RBGW", [40, 60]],
    [6, "BRWG", [40, 60]],
    [7, "WGBR", [40, 60]],
    [8, "GWRB", [40, 60]],
  ])(
    "turns a picture upright that has the EXIF orientation %d, and removes the EXIF data",
    async (orientation, colours, size) => {
      const camera = withExif(
        await jpegOf({ width: 60, height: 40 }),
        orientation,
        "GPS 48.1 N Rosa's camera",
      );
      expect(camera.includes("Rosa")).toBe(true);
      const { whole, small } = await stored(dataUrlOf("image/jpeg", camera));
      expect([await coloursOf(whole), sizeOf(whole)]).toEqual([colours, size]);
      expect(await coloursOf(small)).toBe(colours);
      for (const file of [whole, small]) {
        for (const word of ["Rosa", "GPS", "Exif", "rosa.jpg"]) expect(file.includes(word)).toBe(false);
        // JFIF's own segment is the only one with metadata.
        expect(
          [...file].some((byte, i) => byte === 0xff && file[i + 1]! >= 0xe1 && file[i + 1]! <= 0xef),
        ).toBe(false);
      }
    },
  );

  it("removes data behind the picture", async () => {
    for (const [type, make] of kinds) {
      const polyglot = Buffer.concat([await make(), Buffer.from("<script>alert('polyglot')</script>")]);
      const { whole } = await stored(dataUrlOf(type, polyglot));
      expect(whole.includes("script")).toBe(false);
    }
  });

  it("puts a transparent picture on white", async () => {
    const clear = Transformer.fromRgbaPixels(new Uint8Array(10 * 10 * 4), 10, 10);
    const { whole } = await stored(dataUrlOf("image/png", await clear.png()));
    expect(await coloursOf(whole)).toBe("WWWW");
  });
});

describe("a file that is no picture", () => {
  const TYPE = "A photo must be a JPEG, PNG or WebP picture";
  const DAMAGED = "The picture is damaged";
  const text = (type: string, words: string) => dataUrlOf(type, Buffer.from(words, "latin1"));
  const cases: [string, string | (() => Promise<string>), string][] = [
    ["no text", "", TYPE],
    ["no data URL", "https://example.org/rosa.jpg", TYPE],
    ["no content", "data:image/jpeg;base64,", TYPE],
    ["wrong base64", "data:image/jpeg;base64,!!!!", TYPE],
    ["base64 with a blank", "data:image/jpeg;base64,/9j/ 4AA", TYPE],
    ["no base64", "data:image/png,%89PNG", TYPE],
    ["SVG", text("image/svg+xml", "<svg onload='alert(1)'/>"), TYPE],
    [
      "SVG that says it is a PNG",
      text("image/png", "<svg xmlns='http://www.w3.org/2000/svg'/>".padEnd(99)),
      TYPE,
    ],
    ["HTML that says it is a JPEG", text("image/jpeg", "<script>alert(1)</script>".padEnd(99)), TYPE],
    ["GIF", text("image/gif", "GIF89a".padEnd(99, "\0")), TYPE],
    ["GIF that says it is a WebP", text("image/webp", "GIF89a".padEnd(99, "\0")), TYPE],
    ["a PNG that says it is a JPEG", async () => dataUrlOf("image/jpeg", await pngOf()), TYPE],
    ["a type with a parameter", async () => dataUrlOf("image/png;charset=utf-8", await pngOf()), TYPE],
    ["a JPEG without its end", async () => dataUrlOf("image/jpeg", cut(await jpegOf(LARGE), 0.5)), DAMAGED],
    ["a PNG without its end", async () => dataUrlOf("image/png", cut(await pngOf(LARGE), 0.5)), DAMAGED],
    ["a WebP without its end", async () => dataUrlOf("image/webp", cut(await webpOf(LARGE), 0.5)), DAMAGED],
    ["a PNG's header alone", async () => dataUrlOf("image/png", (await pngOf()).subarray(0, 33)), DAMAGED],
  ];
  const LARGE = { width: 600, height: 400 };
  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));

  it.each(cases)("%s is refused, and nothing is stored", async (_, given, message) => {
    const before = await sql("select count(*) from avatars");
    const dataUrl = typeof given === "string" ? given : await given();
    await expect(upload(dataUrl)).rejects.toMatchObject({ data: { code: "invalid", message } });
    expect(await sql("select count(*) from avatars")).toEqual(before);
  });
});

describe("a picture at a limit", () => {
  const PIXELS = "A picture may have at most 40 million pixels";

  it("is refused by its header, without being unpacked, when it has too many pixels", async () => {
    const bombs = [
      blackPng({ width: 30_000, height: 30_000 }, 1),
      blackPng({ width: 6400, height: 6400 }),
      // Twice as much memory per pixel.
      blackPng({ width: 6000, height: 4000 }, 16),
    ];
    for (const bomb of bombs) {
      const before = process.memoryUsage().rss;
      await expect(upload(dataUrlOf("image/png", bomb))).rejects.toMatchObject({
        data: { code: "invalid", message: PIXELS },
      });
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    }
  });

  it("is drawn just within the limit, while other requests are answered", async () => {
    const large = dataUrlOf("image/png", blackPng({ width: 8000, height: 5000 }));
    let whole: Buffer = Buffer.alloc(0);
    const longest = await longestHoldDuring(async () => {
      ({ whole } = await stored(large));
    });
    expect(sizeOf(whole)).toEqual([1024, 640]);
    // Nobody waits while it is drawn, which is most of the work.
    expect(longest).toBeLessThan(1 / 2);
  });

  it("is refused when its text is too long, over HTTP and over the socket, and the connection stays", async () => {
    const fits = `data:image/png;base64,${"A".repeat(3 * 1024 * 1024 - 24)}`;
    const over = `${fits}${"A".repeat(8)}`;
    const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(someone) });
    const overSocket = async (dataUrl: string) => {
      const before = client.messages.length;
      const udfPath = "diaryAvatars:uploadAvatarFromDataUrl";
      client.send({ type: "Action", requestId: before, udfPath, args: [{ dataUrl, filename: "x" }] });
      const answer = await client.until(() =>
        client.messages.slice(before).find(({ requestId }) => requestId === before),
      );
      return answer.errorData;
    };
    const overHttp = (dataUrl: string) => upload(dataUrl).catch((error) => error.data);
    for (const ask of [overHttp, overSocket]) {
      // Its length is accepted, so its content is refused.
      expect(await ask(fits)).toEqual({
        code: "invalid",
        message: "A photo must be a JPEG, PNG or WebP picture",
        key: "photorules.type",
        path: "dataUrl",
      });
      expect(await ask(over)).toEqual({
        code: "invalid",
        message: "A photo may take at most 3 MB",
        key: "photorules.length",
        path: "dataUrl",
      });
      expect(await ask(`${fits}${"A".repeat(700_000)}`)).toEqual({
        code: "limit",
        message: "At most 3670016 characters can be sent at once",
      });
    }
    await client.close();
    const response = await fetch(`${service.url}/api/action`, {
      method: "POST",
      // The server stops reading a body that is too long.
      headers: {
        connection: "close",
        authorization: `Bearer ${await service.issuer.tokenFor(someone)}`,
      },
      body: "x".repeat(4 * 1024 * 1024 + 1),
    });
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: "The request is larger than 4194304 bytes" },
    ]);
  });

  it("is refused when its uploader has twenty others that no notebook uses", async () => {
    const { owner, diaryId } = await careTeam(service);
    const picture = dataUrlOf("image/png", await pngOf());
    const urls: string[] = [];
    for (let i = 0; i < 20; i++) urls.push(await upload(picture, { who: owner }));
    const refused = {
      data: {
        code: "limit",
        message: "At most 20 photos may wait to be used. They are deleted after a day.",
      },
    };
    await expect(upload(picture, { who: owner })).rejects.toMatchObject(refused);
    expect(await upload(picture)).toMatch(/^http/);
    await owner.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
      diaryId,
      region: "DE",
      avatarUrl: urls[0],
      personInfo: { fullName: "Rosa Blum" },
    });
    expect(await upload(picture, { who: owner })).toMatch(/^http/);
    await expect(upload(picture, { who: owner })).rejects.toMatchObject(refused);
  });
});
