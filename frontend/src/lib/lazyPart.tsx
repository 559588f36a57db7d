import { lazy, type ComponentType } from 'react';
import { loadChunk } from './loadChunk';

export type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** What takes up the loading of the parts that failed. */
const failed = new Set<() => void>();

/** Lets the parts that could not be loaded be loaded again where they are shown next: React remembers a failure for good. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** A part that is loaded when it is first shown; the loading bar runs meanwhile. */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const attempt = () =>
    lazy(async () => {
      try {
        return await loadChunk(load);
      } catch (error) {
        failed.add(() => {
          Part = attempt();
        });
        throw error;
      }
    });
  let Part = attempt();
  return function LazyPart(props: Props) {
    return <Part {...props} />;
  };
}
