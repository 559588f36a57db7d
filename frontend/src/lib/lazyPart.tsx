import { lazy, Suspense, type ComponentType } from 'react';
import { loadChunk } from './loadChunk';

export type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** A component whose code is loaded when it is first shown, or earlier by `preload`. */
export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Loads the code. Afterwards the component renders at once, without its placeholder. */
  preload: () => Promise<void>;
};

/** Callbacks that let failed parts be loaded again. */
const failed = new Set<() => void>();

/**
 * Lets parts that failed to load be loaded again when they are next shown. `React.lazy` would
 * remember the failure for good.
 */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** A thenable that resolves synchronously, so that React does not suspend. */
function resolved<T>(value: T): Promise<T> {
  const then = (take: (value: T) => void) => take(value);
  return { then } as Promise<T>;
}

/**
 * Creates a component whose code is loaded when it is first shown. The loading bar runs meanwhile.
 */
export function lazyPart<Props extends object>(load: Load<Props>): LazyPart<Props> {
  let loaded: { default: ComponentType<Props> } | undefined;
  const attempt = () =>
    lazy(() => {
      if (loaded) return resolved(loaded);
      return loadChunk(load).catch((error: unknown) => {
        failed.add(() => {
          Part = attempt();
        });
        throw error;
      });
    });
  let Part = attempt();
  function LoadedPart(props: Props) {
    return <Part {...props} />;
  }
  return Object.assign(LoadedPart, {
    preload: async () => {
      loaded = await load();
    },
  });
}

/**
 * Creates a dialog from a named export that is loaded when it is first opened. Renders nothing
 * while it loads.
 */
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
