const paths = {
  home: 'M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z',
  docs: 'M5 4h5.5a1.5 1.5 0 0 1 1.5 1.5V20a2 2 0 0 0-2-2H5zm14 0h-5.5a1.5 1.5 0 0 0-1.5 1.5V20a2 2 0 0 1 2-2h5z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.3 15.3 20 20',
  again: 'M19 12a7 7 0 1 1-2.1-5M19 4v4h-4',
  trash: 'M5 7h14M10 7V4.5h4V7m-7.5 0 1 13h9l1-13',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  arrow: 'M5 12h14m-5-5 5 5-5 5',
  usage: 'M4 20V10m5.3 10V4m5.4 16v-7M20 20V8',
  keys: 'M8 10.5a4.5 4.5 0 1 0 4.3 6L13 15h2.5v-2.5H18V10l2.5-2.5V4H17l-6.5 6.700A4.5 4.5 0 0 0 8 10.5zM7.5 15.5h.01',
  playground: 'M7 4.5v15l12-7.5z',
  jobs: 'M4 6h16M4 12h16M4 18h10',
  webhooks: 'M4 6h16v12H4zM4 7l8 6 8-6',
  plan: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zm0 9l8-4.5M12 12v9m0-9L4 7.5',
  operators: 'M12 3l7 3v5.500c0 4.500-3 8-7 9.500-4-1.500-7-5-7-9.500V6zM9 12l2 2 4-4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  download: 'M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M5 20h14',
  upload: 'M12 16V4m0 0L7.5 8.5M12 4l4.5 4.5M5 20h14',
  close: 'M6 6l12 12M18 6L6 18',
  file: 'M6 3h8l4 4v14H6zm8 0v4h4',
  system: 'M4 5h16v11H4zm5 15h6m-3-4v4',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  chevron: 'M6 9l6 6 6-6',
  signOut: 'M10 4H5v16h5m4-12l4 4-4 4m4-4H10',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 11v5.5m0-9h.01',
  warning: 'M12 4l9 16H3zM12 10v4m0 3h.01',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof paths;

/** A decorative icon. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);
