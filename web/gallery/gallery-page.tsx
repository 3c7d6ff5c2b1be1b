import { type ReactNode, useSyncExternalStore } from 'react';
import { cache } from '#platform/call/cache.ts';
import { alerts } from '#platform/device/page.ts';
import { flashMessage } from '#ui/feedback/flash-message.tsx';
import layout from '#ui/shell/layout.module.css';
import { setAnswers } from './gallery-answers.ts';
import type { Examples } from './gallery-example.tsx';
import { detailValueExamples } from './examples-detail-values.tsx';
import { detailExamples } from './examples-detail.tsx';
import { feedbackExamples } from './examples-feedback.tsx';
import { formExamples } from './examples-form.tsx';
import { draftExamples } from './examples-form-drafts.tsx';
import { importExamples } from './examples-imports.tsx';
import { listExamples } from './examples-list.tsx';
import { listPartExamples } from './examples-list-parts.tsx';
import { shellExamples } from './examples-shell.tsx';
import { stepExamples } from './examples-steps.tsx';
import './gallery.css';

const GROUPS: Readonly<Record<string, Examples>> = {
  detail: detailExamples,
  'detail, values': detailValueExamples,
  feedback: feedbackExamples,
  form: formExamples,
  'form/draft': draftExamples,
  imports: importExamples,
  list: listExamples,
  'list, its parts': listPartExamples,
  shell: shellExamples,
  steps: stepExamples,
};
const EXAMPLES: Examples = Object.assign({}, ...Object.values(GROUPS));

const FORWARDED = Symbol.for('react.forward_ref');

/** True for a component: a function, or what `forwardRef` makes. */
const isComponent = (value: unknown) =>
  typeof value === 'function' ||
  (typeof value === 'object' &&
    value !== null &&
    '$$typeof' in value &&
    value.$$typeof === FORWARDED);

const modules = import.meta.glob<Record<string, unknown>>('../src/ui/**/*.tsx', { eager: true });

/** Components of web/src/ui without an example. */
const missing = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .map(([name, value]) => ({
    name: name === 'default' && typeof value === 'function' ? value.name : name,
    value,
  }))
  .filter(({ name, value }) => /^[A-Z][a-z]/.test(name) && isComponent(value))
  .map(({ name }) => name)
  .filter((name) => !EXAMPLES[name]);

/** The component that the address names, and for some the state after it. */
const pageShown = () => decodeURIComponent(location.hash.slice(1));

/** Prepares what the components of a page read while they are rendered. */
function prepare(): void {
  alerts.set([]);
  flashMessage(null);
  cache.clear();
  setAnswers(pageShown().split('/')[1]);
}
prepare();

function watchAddress(onChange: () => void): () => void {
  const change = () => {
    prepare();
    onChange();
  };
  addEventListener('hashchange', change);
  return () => removeEventListener('hashchange', change);
}

/** The addresses of a component: one for all its states, or one for each. */
const pagesOf = (name: string) =>
  EXAMPLES[name]?.alone
    ? Object.keys(EXAMPLES[name].states).map((state) => `${name}/${state}`)
    : [name];

function GalleryIndex(): ReactNode {
  return (
    <main className={layout.stack} data-gallery="index">
      <h1>Components of web/src/ui</h1>
      {missing.length > 0 && <p role="alert">{`Without an example: ${missing.join(', ')}`}</p>}
      {Object.entries(GROUPS).map(([group, examples]) => (
        <section key={group}>
          <h2>{group}</h2>
          <ul>
            {Object.keys(examples)
              .flatMap(pagesOf)
              .map((page) => (
                <li key={page}>
                  <a href={`#${page}`}>{page}</a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

function State({ name, render: Shown }: { name: string; render: () => ReactNode }) {
  return (
    <section data-state={name}>
      <h2>{name}</h2>
      <Shown />
    </section>
  );
}

/** The gallery: all components, or the states of the one that the address names. */
export function GalleryPage(): ReactNode {
  const page = useSyncExternalStore(watchAddress, pageShown);
  const [name = '', state] = page.split('/');
  const example = EXAMPLES[name];
  if (!example) return <GalleryIndex />;
  const Shown = example.states[state ?? ''];
  if (Shown && example.alone === 'page')
    return (
      <div key={page} data-gallery={page}>
        <Shown />
      </div>
    );
  return (
    <main key={page} className={layout.stack} data-gallery={page}>
      <h1>{name}</h1>
      {Object.entries(example.states)
        .filter(([shown]) => state === undefined || shown === state)
        .map(([shown, render]) => (
          <State key={shown} name={shown} render={render} />
        ))}
    </main>
  );
}
