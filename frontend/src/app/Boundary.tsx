import { Component, type ReactNode } from 'react';
import { connection } from '@/api/connection';
import { forgetFailedParts } from '@/lib/lazyPart';
import { ChunkError } from '@/lib/loadChunk';

interface Props {
  /** Renders the error message. `retry` shows the children again. */
  failed: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
}

interface State {
  error?: unknown;
}

/**
 * Catches the errors of its children. A part that could not be loaded is loaded again once the
 * connection is back.
 */
export class Boundary extends Component<Props, State> {
  override state: State = {};
  private unfollow?: () => void;

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidMount() {
    let lost = connection.get() !== 'up';
    this.unfollow = connection.subscribe(() => {
      const back = lost && connection.get() === 'up';
      lost = connection.get() !== 'up';
      if (back && this.state.error instanceof ChunkError) this.retry();
    });
  }

  override componentWillUnmount() {
    this.unfollow?.();
  }

  retry = () => {
    forgetFailedParts();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : this.props.failed(error, this.retry);
  }
}
