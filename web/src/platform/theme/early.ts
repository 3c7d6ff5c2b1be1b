declare global {
  interface Window {
    /** Set when React has taken over: public/early.js then leaves forms alone. */
    tegekaReady?: boolean;
  }
}

/** Takes a form over from public/early.js; true when it was sent before the app had arrived. */
export function takeOver(form: HTMLFormElement): boolean {
  window.tegekaReady = true;
  const early = form.hasAttribute('data-sent-early');
  form.removeAttribute('data-sent-early');
  return early;
}
