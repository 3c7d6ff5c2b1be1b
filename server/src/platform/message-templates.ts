/** What a message says; an SMS has no subject. */
export interface MessageText {
  subject: string;
  text: string;
  /**
   * How long it is of use, such as a code. It goes before what does not expire, and is not sent any more
   * after that.
   */
  validMinutes?: number;
}

/** A message that is ready to be sent, with the name of its template for the record. */
export interface Message extends MessageText {
  template: string;
}

/** What a feature writes to people, by the template's name. */
export type MessageTemplates = Readonly<Record<string, (data: never) => Message>>;

type Written<T extends Record<string, (data: never) => MessageText>> = {
  readonly [K in keyof T]: (data: Parameters<T[K]>[0]) => Message;
};

/** Writes templates down; each makes its message from the data that it asks for. */
export function messageTemplates<T extends Record<string, (data: never) => MessageText>>(
  templates: T,
): Written<T> {
  const written = Object.entries(templates).map(([template, render]) => [
    template,
    (data: never) => ({ template, ...render(data) }),
  ]);
  // The types are those of the templates: Object.fromEntries loses them.
  return Object.fromEntries(written) as Written<T>;
}

export function paragraph(text: string | null): string {
  return text === null ? '' : `\n${text}\n`;
}

export function bulletList(lines: readonly string[]): string {
  return lines.map((text) => `- ${text}`).join('\n');
}
