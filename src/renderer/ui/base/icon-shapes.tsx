/** The drawings of every icon: a 16 px grid, 1.25 px strokes, round joins, the colour of the text. */
export const ICON_SHAPES = {
  agents: (
    <>
      <circle cx="8" cy="8" r="2" />
      <ellipse cx="8" cy="8" rx="6.5" ry="2.75" transform="rotate(-32 8 8)" />
      <circle cx="13.2" cy="4.2" r="0.9" fill="currentColor" stroke="none" />
    </>
  ),
  alert: (
    <>
      <path d="M8 2.5 14.25 13H1.75z" />
      <path d="M8 6.5v3M8 11.25v0.01" />
    </>
  ),
  bulb: <path d="M5.75 11c0-1.5-2-2.25-2-4.75a4.25 4.25 0 0 1 8.5 0c0 2.5-2 3.25-2 4.75zM6 13.5h4" />,
  image: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <circle cx="5.5" cy="6.5" r="1" />
      <path d="m2.5 12 4-3.5 2 1.5 2.5-2.5 2.75 2.5" />
    </>
  ),
  wrench: (
    <path d="M13.5 4.5 11.5 6.5 9.5 4.5l2-2a3.5 3.5 0 0 0-4.5 4.5L2.5 11.5a1.4 1.4 0 0 0 2 2L9 9a3.5 3.5 0 0 0 4.5-4.5z" />
  ),
  'arrow-down': <path d="M8 3v9.5M3.5 8 8 12.5 12.5 8" />,
  'arrow-up': <path d="M8 13V3.5M3.5 8 8 3.5 12.5 8" />,
  book: (
    <path d="M8 4.5C6.5 3.25 4.5 3 2.5 3v9.5c2 0 4 0.25 5.5 1.25 1.5-1 3.5-1.25 5.5-1.25V3c-2 0-4 0.25-5.5 1.5zM8 4.5v9" />
  ),
  branch: (
    <>
      <circle cx="4.5" cy="3.5" r="1.5" />
      <circle cx="4.5" cy="12.5" r="1.5" />
      <circle cx="11.5" cy="5" r="1.5" />
      <path d="M4.5 5v6M11.5 6.5c0 2.5-3.5 2-6 3.5" />
    </>
  ),
  chat: (
    <path d="M3.5 3h9A1.5 1.5 0 0 1 14 4.5v5A1.5 1.5 0 0 1 12.5 11H7.5l-3 2.5V11h-1A1.5 1.5 0 0 1 2 9.5v-5A1.5 1.5 0 0 1 3.5 3z" />
  ),
  'chat-plus': (
    <>
      <path d="M8.5 3h-5A1.5 1.5 0 0 0 2 4.5v5A1.5 1.5 0 0 0 3.5 11h1v2.5l3-2.5h5A1.5 1.5 0 0 0 14 9.5V8.5" />
      <path d="M12 1.75v4.5M9.75 4h4.5" />
    </>
  ),
  chart: <path d="M2.5 13.5h11M4.5 13.5V9M8 13.5V4M11.5 13.5V6.5" />,
  check: <path d="m3 8.5 3.5 3.5L13 4.5" />,
  clip: (
    <path d="m13 7.5-5.2 5.2a3 3 0 0 1-4.25-4.25L9 3a2 2 0 0 1 2.85 2.85L6.7 11a1 1 0 0 1-1.4-1.4L10 4.9" />
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  command: (
    <path d="M6 6h4v4H6zM6 6H4.25A1.75 1.75 0 1 1 6 4.25zM10 6V4.25A1.75 1.75 0 1 1 11.75 6zM10 10h1.75A1.75 1.75 0 1 1 10 11.75zM6 10v1.75A1.75 1.75 0 1 1 4.25 10z" />
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  worktree: (
    <>
      <path d="M3 2.5v8a2 2 0 0 0 2 2h3M3 5.5h5" />
      <rect x="8" y="3.5" width="5.5" height="4" rx="1" />
      <rect x="8" y="10.5" width="5.5" height="4" rx="1" />
    </>
  ),
  down: <path d="m3.5 6 4.5 4.5L12.5 6" />,
  edit: <path d="m10.5 3 2.5 2.5L5.5 13H3v-2.5z" />,
  hook: (
    <>
      <circle cx="11" cy="3.5" r="1.5" />
      <path d="M11 5v5a3.5 3.5 0 0 1-7 0V8.5l2.25 2" />
    </>
  ),
  enter: <path d="M13 3.5V8a1 1 0 0 1-1 1H3.5M6.5 6l-3 3 3 3" />,
  external: (
    <path d="M9 3h4v4M13 3 7.5 8.5M11.5 9.5v3a0.50.5 0 0 1-0.50.5H4a0.50.5 0 0 1-0.5-0.5v-7A0.50.5 0 0 1 4 5h3" />
  ),
  eye: (
    <>
      <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z" />
      <circle cx="8" cy="8" r="2" />
    </>
  ),
  'eye-off': (
    <>
      <path d="M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8z" />
      <path d="m3 13.25 10-10.5" />
    </>
  ),
  file: (
    <>
      <path d="M4 2.5h5L12.5 6v7a0.50.5 0 0 1-0.50.5H4a0.50.5 0 0 1-0.5-0.5V3a0.50.5 0 0 1 0.5-0.5z" />
      <path d="M9 2.5V6h3.5" />
    </>
  ),
  filter: <path d="M2.5 4h11M4.5 8h7M6.5 12h3" />,
  fit: (
    <path d="M2.5 6V3.5a1 1 0 0 1 1-1H6M10 2.5h2.5a1 1 0 0 1 1 1V6M13.5 10v2.5a1 1 0 0 1-1 1H10M6 13.5H3.5a1 1 0 0 1-1-1V10" />
  ),
  folder: (
    <path d="M2 4.5A1.5 1.5 0 0 1 3.5 3h2.3l1.7 2h5A1.5 1.5 0 0 1 14 6.5v5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 11.5z" />
  ),
  'folder-open': (
    <path d="M2 12V4.5A1.5 1.5 0 0 1 3.5 3h2.3l1.7 2h4A1.5 1.5 0 0 1 13 6.5V7M2 12l1.7-4.1A1.5 1.5 0 0 1 5.1 7h8.6a0.80.8 0 0 1 0.75 1.08L13 12.05A1.5 1.5 0 0 1 11.6 13H3a1 1 0 0 1-1-1z" />
  ),
  fork: (
    <>
      <circle cx="4.5" cy="3.5" r="1.5" />
      <circle cx="11.5" cy="3.5" r="1.5" />
      <circle cx="8" cy="12.5" r="1.5" />
      <path d="M4.5 5v1A1.5 1.5 0 0 0 6 7.5h4A1.5 1.5 0 0 0 11.5 6V5M8 7.5V11" />
    </>
  ),
  globe: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M2.25 8h11.5M8 2.25c4 3.6 4 7.9 0 11.5-4-3.6-4-7.9 0-11.5z" />
    </>
  ),
  grip: (
    <>
      <g fill="currentColor" stroke="none">
        <circle cx="6" cy="4" r="0.9" />
        <circle cx="10" cy="4" r="0.9" />
        <circle cx="6" cy="8" r="0.9" />
        <circle cx="10" cy="8" r="0.9" />
        <circle cx="6" cy="12" r="0.9" />
        <circle cx="10" cy="12" r="0.9" />
      </g>
    </>
  ),
  home: <path d="M2.5 7.5 8 3l5.5 4.5M4 6.5V13h8V6.5" />,
  info: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 7.5v3.25M8 5.25v0.01" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.5" />
      <path d="m6.8 9.2 5.7-5.7M10.5 5.5l2 2M8.75 7.25l1.25 1.25" />
    </>
  ),
  link: (
    <>
      <path d="M6.5 9.5a2.5 2.5 0 0 0 3.54 0l2.7-2.7a2.5 2.5 0 0 0-3.54-3.54l-0.90.9" />
      <path d="M9.5 6.5a2.5 2.5 0 0 0-3.54 0l-2.7 2.7a2.5 2.5 0 0 0 3.54 3.54l0.9-0.9" />
    </>
  ),
  list: <path d="M6 4h7.5M6 8h7.5M6 12h7.5M2.75 4h0.01M2.75 8h0.01M2.75 12h0.01" />,
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6" rx="1.25" />
      <path d="M5.5 7V5.25a2.5 2.5 0 0 1 5 0V7" />
    </>
  ),
  mail: (
    <>
      <rect x="2" y="3.5" width="12" height="9" rx="1.5" />
      <path d="m2.5 5 5.5 4 5.5-4" />
    </>
  ),
  memory: (
    <>
      <path d="M8 2.5 14 5.5 8 8.5 2 5.5z" />
      <path d="M2.5 8.25 8 11l5.5-2.75M2.5 11 8 13.75 13.5 11" />
    </>
  ),
  minus: <path d="M3.5 8h9" />,
  model: (
    <>
      <path d="M8 2 13.2 5v6L8 14l-5.2-3V5z" />
      <path d="M2.8 5 8 8l5.2-3M8 8v6" />
    </>
  ),
  more: (
    <>
      <circle cx="3.5" cy="8" r="1" fill="currentColor" stroke="none" />
      <circle cx="8" cy="8" r="1" fill="currentColor" stroke="none" />
      <circle cx="12.5" cy="8" r="1" fill="currentColor" stroke="none" />
    </>
  ),
  'panel-bottom': (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M2 9.5h12" />
    </>
  ),
  split: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M8 3v10" />
    </>
  ),
  'panel-right': (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M10 3v10" />
    </>
  ),
  play: <path d="M5 3.2v9.6L12.8 8z" />,
  plug: <path d="M6 2.5V6M10 2.5V6M4.5 6h7v2a3.5 3.5 0 0 1-7 0zM8 11.5v2" />,
  plus: <path d="M8 3v10M3 8h10" />,
  pulse: <path d="M1.5 8.5h3L6.5 3l3 10 2-4.5h3" />,
  puzzle: <path d="M3 6h2.5a1.5 1.5 0 1 1 3 0H11v2.5a1.5 1.5 0 1 1 0 3V14H3z" />,
  refresh: (
    <path d="M13.25 6.5A5.5 5.5 0 0 0 3.5 5M2.75 9.5A5.5 5.5 0 0 0 12.5 11M3.25 2.5V5h2.5M12.75 13.5V11h-2.5" />
  ),
  pause: <path d="M5.75 4v8M10.25 4v8" />,
  resume: <path d="M13 8a5 5 0 1 1-1.7-3.75M13 2.5v2.75h-2.75" />,
  left: <path d="M10 3.5 5.5 8l4.5 4.5" />,
  right: <path d="m6 3.5 4.5 4.5L6 12.5" />,
  script: <path d="M6 4.5 2.5 8 6 11.5M10 4.5 13.5 8 10 11.5" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3.25 3.25" />
    </>
  ),
  settings: (
    <>
      <path d="M2 4.5h5M11 4.5h3M2 11.5h3M9 11.5h5" />
      <circle cx="9" cy="4.5" r="1.75" />
      <circle cx="7" cy="11.5" r="1.75" />
    </>
  ),
  shield: <path d="M8 2.25 13 4v4c0 3-2.1 4.9-5 5.75C5.1 12.9 3 11 3 8V4z" />,
  skip: <path d="M4 3.5v9L10.5 8zM12.5 3.5v9" />,
  stop: <rect x="4" y="4" width="8" height="8" rx="1" />,
  'stop-fill': <rect x="4.5" y="4.5" width="7" height="7" rx="1.2" fill="currentColor" stroke="none" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.75" />
      <path d="M8 1.75v1.5M8 12.75v1.5M1.75 8h1.5M12.75 8h1.5M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1" />
    </>
  ),
  terminal: <path d="m3 4 4 4-4 4M8.5 12H13" />,
  trash: (
    <path d="M2.5 4.5h11M6 4.5V3a0.50.5 0 0 1 0.5-0.5h3a0.50.5 0 0 1 0.50.5v1.5M4 4.5l0.6 8a1 1 0 0 0 1 0.95h4.8a1 1 0 0 0 1-0.95l0.6-8" />
  ),
  undo: (
    <>
      <path d="M5.5 3 2.5 6l3 3" />
      <path d="M3 6h6.5a3.5 3.5 0 0 1 0 7H6" />
    </>
  ),
  'up-down': <path d="m5 6 3-3 3 3M5 10l3 3 3-3" />,
  user: (
    <>
      <circle cx="8" cy="5.25" r="2.5" />
      <path d="M3 13.5c0.4-2.8 2.3-4.25 5-4.25s4.6 1.45 5 4.25" />
    </>
  ),
  users: (
    <>
      <circle cx="6" cy="5.5" r="2.25" />
      <path d="M1.75 13c0.3-2.5 2-4 4.25-4s3.95 1.5 4.25 4M10.5 3.4a2.25 2.25 0 0 1 0 4.2M12 9.5c1.30.6 2 1.8 2.25 3.5" />
    </>
  ),
  vault: (
    <>
      <rect x="3" y="7" width="10" height="6.5" rx="1.5" />
      <path d="M5 7V5a3 3 0 0 1 6 0v2M8 9.75v1" />
    </>
  ),
  workflows: (
    <>
      <circle cx="3.5" cy="8" r="1.5" />
      <circle cx="12.5" cy="3.5" r="1.5" />
      <circle cx="12.5" cy="12.5" r="1.5" />
      <path d="M5 8h1.5C9 8 8 3.5 11 3.5M6.5 8C9 8 8 12.5 11 12.5" />
    </>
  ),
  x: <path d="m4 4 8 8M12 4l-8 8" />,
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
} as const

export type IconName = keyof typeof ICON_SHAPES
