import { z } from "zod";
import { ConfigError, defineFlag, defineText, parseHttpUrl } from "./values.ts";

/** Where files are kept. */
export type StorageConfig =
  | { driver: "local" }
  | {
      driver: "s3";
      bucket: string;
      region: string;
      endpoint: string | null;
      /** Null: the credentials of the machine itself. */
      credentials: { accessKeyId: string; secretAccessKey: string } | null;
      forcePathStyle: boolean;
    }
  | { driver: "gcs"; bucket: string; keyFile: string | null };

export const storageSettings = {
  STORAGE: z.enum(["local", "s3", "gcs"], "must be one of local, s3, gcs").optional(),
  S3_BUCKET: defineText("a bucket's name").optional(),
  S3_REGION: defineText("a region such as eu-central-1").optional(),
  S3_ENDPOINT: parseHttpUrl("the service's address, such as https://s3.example.org").optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: defineFlag().optional(),
  GCS_BUCKET: defineText("a bucket's name").optional(),
  GCS_KEY_FILE: defineText("a file with a service account's key").optional(),
};

type Values = Omit<{ [Name in keyof typeof storageSettings]?: string | undefined }, "S3_FORCE_PATH_STYLE"> & {
  S3_FORCE_PATH_STYLE?: boolean | undefined;
};

/** @throws ConfigError when the chosen driver lacks a setting. */
export function readStorage(values: Values): StorageConfig {
  if (values.STORAGE === "s3") {
    const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
    if (!accessKeyId !== !secretAccessKey) {
      throw new ConfigError("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together, or neither.");
    }
    return {
      driver: "s3",
      bucket: requireValue(values.S3_BUCKET, "S3_BUCKET", "s3"),
      region: values.S3_REGION ?? "us-east-1",
      endpoint: values.S3_ENDPOINT ?? null,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
      forcePathStyle: values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
    };
  }
  if (values.STORAGE === "gcs") {
    return {
      driver: "gcs",
      bucket: requireValue(values.GCS_BUCKET, "GCS_BUCKET", "gcs"),
      keyFile: values.GCS_KEY_FILE ?? null,
    };
  }
  return { driver: "local" };
}

function requireValue(value: string | undefined, name: string, driver: string): string {
  if (!value) throw new ConfigError(`${name} is needed when STORAGE is ${driver}.`);
  return value;
}
