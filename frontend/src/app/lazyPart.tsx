import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { countCall } from '@/api/pendingCalls';

type Load<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** A part that is loaded when it is first shown; the loading bar runs meanwhile. */
export function lazyPart<Props extends object>(
  load: Load<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => countCall(load));
}

/** The same for a part that calls the server: it stands in the query cache. */
export function lazyPartWithQueries<Props extends object>(
  load: Load<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazyPart(async () => {
    const [{ default: Part }, { default: Queries }] = await Promise.all([
      load(),
      import('./Queries'),
    ]);
    return {
      default: function WithQueries(props: Props) {
        return (
          <Queries>
            <Part {...props} />
          </Queries>
        );
      },
    };
  });
}
