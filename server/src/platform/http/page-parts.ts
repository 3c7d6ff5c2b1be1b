import { type Html, html } from './html.ts';
import type { PageAnswer, PageRequest } from './public-pages.ts';

export type Errors = Readonly<Record<string, string>>;

export const page = (
  status: Extract<PageAnswer, { kind: 'page' }>['status'],
  title: string,
  body: Html,
): PageAnswer => ({ kind: 'page', status, title, body });

/** A page with a heading and paragraphs; `done` highlights them as a success. */
export function notePage(
  status: Parameters<typeof page>[0],
  title: string,
  { heading, done = false, more = null }: { heading: string; done?: boolean; more?: Html | null },
  paragraphs: readonly (string | Html)[],
): PageAnswer {
  const note = html`<h1>${heading}</h1>
    ${paragraphs.map((text) => html`<p>${text}</p>`)}`;
  const body = done ? html`<div class="done" role="status">${note}</div>` : note;
  return page(status, title, html`<main>${body}${more}</main>`);
}

/** The most letters of a reason; its input has the same `maxlength`. */
export const REASON_MAX = 300;

/** The reason that was typed, cut at its limit and never within a letter of two units (emoji). */
export function reasonOf({ form }: Pick<PageRequest, 'form'>): string {
  const cut = (form['reason'] ?? '').slice(0, REASON_MAX);
  return cut.replace(/[\uD800-\uDBFF]$/, '');
}

/** A label with its hint or its error, and the input. */
export function field(
  { name, label, hint, errors }: { name: string; label: string; hint?: string; errors: Errors },
  input: Html,
): Html {
  const error = errors[name];
  return html`<label for="${name}"
      >${label}${hint && !error ? html`<span class="hint">${hint}</span>` : null}</label
    >
    ${error ? html`<span class="error" id="${name}-error">${error}</span>` : null}${input}`;
}

export const invalid = (errors: Errors, name: string): Html =>
  errors[name] ? html`aria-invalid="true" aria-describedby="${name}-error"` : html``;

/** An input that keeps what was typed. */
export function textInput(
  name: string,
  request: Pick<PageRequest, 'form'>,
  errors: Errors,
  more: Html = html``,
): Html {
  return html`<input
    id="${name}"
    name="${name}"
    value="${request.form[name] ?? ''}"
    required
    ${more}
    ${invalid(errors, name)}
  />`;
}
