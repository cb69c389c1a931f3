/** How long a button shows that the code was copied. */
const confirmationMilliseconds = 1_600;

/** Adds a button to each block of code that copies it. */
export const addCopyButtons = (): void => {
  for (const block of document.querySelectorAll('.code')) {
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
  }
};
