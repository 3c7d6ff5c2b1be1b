import type { AppContext } from './app-context.ts';
import type { DomainEvent } from './events/domain-events.ts';
import type { MessageTemplates } from './message-templates.ts';
import type { Route } from './http/serve.ts';

/** What a feature brings to the app: its folder has one manifest, and app.ts lists it. */
export interface Feature {
  /** That of its folder. */
  name: string;
  routes?(ctx: AppContext): readonly Route[];
  /** Starts what the feature does by itself. */
  jobs?(ctx: AppContext): Promise<void>;
  /** The domain events it listens to, by their kind: at least once each, with retries. */
  on?: Readonly<Record<string, (ctx: AppContext, event: DomainEvent) => Promise<void>>>;
  /** What it writes to people. */
  messages?: MessageTemplates;
}

/** Writes a manifest down; what other features read of it keeps its exact type. */
export function feature<const F extends Feature>(manifest: F): F {
  return manifest;
}

/** Starts the jobs of the features and subscribes them to what they listen to. */
export async function startFeatures(features: readonly Feature[], ctx: AppContext): Promise<void> {
  for (const one of features) {
    await one.jobs?.(ctx);
    for (const [kind, work] of Object.entries(one.on ?? {}))
      await ctx.domainEvents.on(kind, one.name, (event) => work(ctx, event));
  }
}

/** Throws where two features have a name, or a message of the same name. */
export function checkFeatures(features: readonly Feature[]): void {
  const names = features.flatMap(({ name, messages }) => [
    `feature ${name}`,
    ...Object.keys(messages ?? {}).map((template) => `message ${template}`),
  ]);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw new Error(`There are two of the ${twice}`);
}
