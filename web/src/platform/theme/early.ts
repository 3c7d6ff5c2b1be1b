declare global {
  interface Window {
    /** Set after hydration: public/early.js then no longer handles forms. */
    tegekaReady?: boolean;
  }
}

/** Takes over a form from public/early.js. True if it was submitted before hydration. */
export function takeOver(form: HTMLFormElement): boolean {
  window.tegekaReady = true;
  const early = form.hasAttribute('data-sent-early');
  form.removeAttribute('data-sent-early');
  return early;
}
