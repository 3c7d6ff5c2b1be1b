import { CallFailed } from '#platform/call/call-failed.ts';
import { config } from '#platform/config/config.ts';
import { type Reference, referenceOf } from '#features/reference/reference-document.ts';

/** The URL of the environment's OpenAPI document. */
export function documentAddress(): string {
  const { serverUrl, environment } = config();
  return `${serverUrl}/openapi/${environment.toLowerCase()}.json`;
}

/** Fetches the document of this environment. Throws `CallFailed`. */
export async function fetchReference(signal: AbortSignal): Promise<Reference> {
  const response = await fetch(documentAddress(), { signal }).catch(() => {
    throw new CallFailed({ status: 0, aborted: signal.aborted, offline: !signal.aborted });
  });
  if (!response.ok) throw new CallFailed({ status: response.status });
  return referenceOf(await response.json());
}
