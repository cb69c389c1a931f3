import type { UsageHistory } from '../api/types.ts';
import { Icon } from '../ui/icon.tsx';

const Step = ({
  isDone,
  href,
  title,
  text,
}: {
  isDone: boolean;
  href: string;
  title: string;
  text: string;
}) => (
  <li class={isDone ? 'step done' : 'step'}>
    <span class="step-mark">{isDone ? <Icon name="check" /> : null}</span>
    <span>
      <a href={href}>{title}</a>
      {isDone ? <span class="visually-hidden"> (done)</span> : null}
      <span class="fine">{text}</span>
    </span>
  </li>
);

/** The first steps for a new user. */
export const FirstSteps = ({ usage }: { usage: UsageHistory }) => (
  <section class="card" aria-labelledby="first-steps">
    <h2 id="first-steps">First steps</h2>
    <ol class="steps">
      <Step
        isDone={usage.operations.used > 0}
        href="#/playground"
        title="Try a conversion"
        text="Convert a file in the playground."
      />
      <Step
        isDone={usage.keys.used > 0}
        href="#/keys"
        title="Create an API key"
        text="Your programs exchange it for a token. It is shown only once."
      />
    </ol>
  </section>
);
