import { lazy, Suspense, type ComponentType } from 'react';
import { loadChunk } from './loadChunk';

export type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** A part that is loaded when it is first shown, or before. */
export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Loads it; from then on it is drawn at once, without the place that is kept for it meanwhile. */
  preload: () => Promise<void>;
};

/** What takes up the loading of the parts that failed. */
const failed = new Set<() => void>();

/** Lets the parts that could not be loaded be loaded again where they are shown next: React remembers a failure for good. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** A promise that is kept already: React takes what it holds without waiting for the next turn. */
function kept<T>(value: T): Promise<T> {
  const then = (take: (value: T) => void) => take(value);
  return { then } as Promise<T>;
}

/** A part that is loaded when it is first shown; the loading bar runs meanwhile. */
export function lazyPart<Props extends object>(load: Load<Props>): LazyPart<Props> {
  let loaded: { default: ComponentType<Props> } | undefined;
  const attempt = () =>
    lazy(() => {
      if (loaded) return kept(loaded);
      return loadChunk(load).catch((error: unknown) => {
        failed.add(() => {
          Part = attempt();
        });
        throw error;
      });
    });
  let Part = attempt();
  function Shown(props: Props) {
    return <Part {...props} />;
  }
  return Object.assign(Shown, {
    preload: async () => {
      loaded = await load();
    },
  });
}

/** A dialog that is loaded when it is first opened: the export of this name. Nothing is shown until it is there. */
export function lazyDialog<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const Dialog = lazyPart<Props>(async () => ({ default: (await load())[name] }));
  return function LazyDialog(props: Props) {
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    );
  };
}
