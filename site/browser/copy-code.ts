/** How long a button shows that the code was copied. */
const confirmationMilliseconds = 1_600;

const addButton = (block: Element): void => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy-button';
  button.textContent = 'Copy';
  const status = document.createElement('span');
  status.className = 'visually-hidden';
  status.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(
      () => true,
      () => false,
    );
    button.textContent = copied ? 'Copied' : 'Press Ctrl-C';
    status.textContent = button.textContent;
    setTimeout(() => {
      button.textContent = 'Copy';
      status.textContent = '';
    }, confirmationMilliseconds);
  });
  block.append(button, status);
};

/** Adds a button that copies the code to each block, shortly before it comes into view. */
export const addCopyButtons = (): void => {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        addButton(target);
      }
    },
    { rootMargin: '400px' },
  );
  for (const block of document.querySelectorAll('.code')) observer.observe(block);
};
