/** The logo with the name of the service. */
export const Logo = () => (
  <span class="logo">
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" class="logo-ground" />
      <path d="M9 7h9l5 5v13H9z" class="logo-page" />
      <path d="M18 7v5h5" class="logo-fold" />
      <path d="M12.5 20.5 15.5 17.5 12.5 14.5M17 20.5h3.5" class="logo-mark" />
    </svg>
    DocForge
  </span>
);
