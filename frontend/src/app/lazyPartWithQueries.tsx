import { lazyPart, type LazyPart, type Load } from '@/lib/lazyPart';

/** Like `lazyPart`, wrapped in the query cache, for parts that call the server. */
export function lazyPartWithQueries<Props extends object>(load: Load<Props>): LazyPart<Props> {
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
