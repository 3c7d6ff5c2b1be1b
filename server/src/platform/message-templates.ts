/** What a message says; an SMS has no subject. */
export interface MessageText {
  subject: string;
  text: string;
  /**
   * Minutes for which it is of use, such as a code. It is sent before messages that do not expire, and
   * never after that time.
   */
  validMinutes?: number;
}

/** A message that is ready to be sent, with the name of its template for the record. */
export interface Message extends MessageText {
  template: string;
}

/** Message templates of a feature, by name. */
export type MessageTemplates = Readonly<Record<string, (data: never) => Message>>;

type Written<T extends Record<string, (data: never) => MessageText>> = {
  readonly [K in keyof T]: (data: Parameters<T[K]>[0]) => Message;
};

/** Declares templates and adds the name of its template to each message. */
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
