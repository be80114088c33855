/**
 * The one family of icons: 16 px, drawn with a 1.5 px stroke. Each is a list of strokes; those under `filled` are
 * filled instead.
 */
export interface Drawing {
  readonly strokes?: string
  readonly filled?: string
}

export const icons = {
  overview: { strokes: 'M4 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2ZM7.5 2v12M7.5 8H14' },
  workspaces: {
    strokes:
      'M3 3h10a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM3 9h10a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1ZM4.5 5h.01M4.5 11h.01'
  },
  history: { strokes: 'M2 13.5h12M2.5 10.5l3.2-3.6 2.6 2.2 4.9-5.6' },
  scissors: {
    strokes:
      'M4.6 3.6a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0ZM4.6 12.4a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0ZM4.4 4.5 13.5 12M4.4 11.5 13.5 4'
  },
  branch: {
    strokes:
      'M5.5 3.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM5.5 12.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM13.5 5.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM4 5v6M12 7c0 2.4-2 3-4.2 3C5.7 10 4 10.2 4 11'
  },
  regenerate: {
    strokes: 'M13.5 6.5A5.7 5.7 0 0 0 3.3 4.8L2.5 6M2.5 3v3h3M2.5 9.5a5.7 5.7 0 0 0 10.2 1.7l.8-1.2M13.5 13v-3h-3'
  },
  file: { strokes: 'M9 2H5a1.5 1.5 0 0 0-1.5 1.5v9A1.5 1.5 0 0 0 5 14h6a1.5 1.5 0 0 0 1.5-1.5V5.5L9 2ZM9 2v3.5h3.5' },
  swap: { strokes: 'M2.5 5.5h10.5M10.5 3l2.5 2.5L10.5 8M13.5 10.5H3M5.5 8 3 10.5 5.5 13' },
  bin: {
    strokes:
      'M2.5 4.5h11M6 4.5V3a.75.75 0 0 1 .75-.75h2.5A.75.75 0 0 1 10 3v1.5M4 4.5l.6 8.2a1.2 1.2 0 0 0 1.2 1.1h4.4a1.2 1.2 0 0 0 1.2-1.1L12 4.5M6.8 7.3v3.8M9.2 7.3v3.8'
  },
  gear: {
    strokes:
      'M10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4'
  },
  search: { strokes: 'M11.3 7a4.3 4.3 0 1 1-8.6 0 4.3 4.3 0 0 1 8.6 0ZM10.2 10.2 13.5 13.5' },
  refresh: { strokes: 'M13 8a5 5 0 1 1-1.6-3.7L13 5.8M13 2.5v3.3H9.7' },
  stop: { strokes: 'M5.5 4.5h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1Z' },
  check: { strokes: 'M3 8.5 6.5 12 13 4.5' },
  warning: { strokes: 'M8 2.3 14.2 13H1.8L8 2.3ZM8 6.3v3.2M8 11.3v.01' },
  question: {
    strokes: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM6.2 6.4a1.8 1.8 0 1 1 2.7 1.6c-.6.3-.9.6-.9 1.2M8 11.2v.01'
  },
  commit: { strokes: 'M10.6 8a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0ZM1.5 8h3.9M10.6 8h3.9' },
  tag: { strokes: 'M2.5 2.5h5l6 6-5 5-6-6v-5ZM5.3 5.3h.01' },
  stack: { strokes: 'M8 2l6 3-6 3-6-3 6-3ZM2 8l6 3 6-3M2 11l6 3 6-3' },
  lock: {
    strokes:
      'M5 7h6a1.5 1.5 0 0 1 1.5 1.5V12A1.5 1.5 0 0 1 11 13.5H5A1.5 1.5 0 0 1 3.5 12V8.5A1.5 1.5 0 0 1 5 7ZM5.5 7V5a2.5 2.5 0 0 1 5 0v2'
  },
  folder: {
    strokes:
      'M2 4.5A1.5 1.5 0 0 1 3.5 3H6l1.7 2h4.8A1.5 1.5 0 0 1 14 6.5v5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 11.5v-7Z'
  },
  eye: {
    strokes:
      'M1.5 8C2.8 5.3 5.2 3.7 8 3.7S13.2 5.3 14.5 8c-1.3 2.7-3.7 4.3-6.5 4.3S2.8 10.7 1.5 8ZM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z'
  },
  shield: { strokes: 'M8 1.8 13 3.6v4c0 3-2 5.3-5 6.6-3-1.3-5-3.6-5-6.6v-4L8 1.8Z' },
  minus: { strokes: 'M3.5 8h9' },
  plus: { strokes: 'M8 3v10M3 8h10' },
  chevron: { strokes: 'M6 3.5 10.5 8 6 12.5' },
  'chevron-down': { strokes: 'M3.5 6 8 10.5 12.5 6' },
  'arrow-up': { strokes: 'M8 13V3M4 7l4-4 4 4' },
  'arrow-down': { strokes: 'M8 3v10M4 9l4 4 4-4' },
  dot: { filled: 'M11.6 8a3.6 3.6 0 1 1-7.2 0 3.6 3.6 0 0 1 7.2 0Z' },
  ring: { strokes: 'M11.4 8a3.4 3.4 0 1 1-6.8 0 3.4 3.4 0 0 1 6.8 0Z' },
  'broken-link': {
    strokes:
      'M6.7 9.3 5 11a2.4 2.4 0 0 1-3.4-3.4l1.7-1.7M9.3 6.7 11 5a2.4 2.4 0 0 1 3.4 3.4l-1.7 1.7M6 3V1.5M3 6H1.5M10 13v1.5M13 10h1.5'
  },
  'not-equal': { strokes: 'M3 6h10M3 10h10M10.5 2.5l-5 11' },
  info: { strokes: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM8 7.3V11M8 5v.01' },
  copy: {
    strokes:
      'M6.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1ZM10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2'
  },
  list: { strokes: 'M6 4h7.5M6 8h7.5M6 12h7.5M2.8 4h.01M2.8 8h.01M2.8 12h.01' },
  map: {
    strokes:
      'M3 2.5h5a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM11.5 2.5h1.5a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-1.5a.5.5 0 0 1-.5-.5V3a.5.5 0 0 1 .5-.5ZM11.5 9h1.5a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1h-1.5a.5.5 0 0 1-.5-.5V9.5a.5.5 0 0 1 .5-.5Z'
  },
  close: { strokes: 'M4 4l8 8M12 4l-8 8' },
  sun: {
    strokes:
      'M10.8 8a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0ZM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9'
  },
  moon: { strokes: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8Z' },
  screen: { strokes: 'M3 3h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM5.5 13.5h5M8 11v2.5' },
  plug: { strokes: 'M5.5 2v3M10.5 2v3M4 5h8v2.5a4 4 0 0 1-8 0V5ZM8 11.5V14' },
  box: { strokes: 'M8 1.8 13.5 4.7v6.6L8 14.2l-5.5-2.9V4.7L8 1.8ZM2.7 4.9 8 7.7l5.3-2.8M8 7.7V14' },
  disk: {
    strokes:
      'M13 4c0 1.1-2.2 2-5 2S3 5.1 3 4s2.2-2 5-2 5 .9 5 2ZM3 4v8c0 1.1 2.2 2 5 2s5-.9 5-2V4M3 8c0 1.1 2.2 2 5 2s5-.9 5-2'
  },
  clock: { strokes: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM8 4.5V8l2.3 1.5' },
  command: { strokes: 'M3 4.5 6.5 8 3 11.5M8 12h5' },
  up: { strokes: 'M3.5 10 8 5.5 12.5 10' },
  filter: { strokes: 'M2 4h12M4.5 8h7M6.5 12h3' },
  keyboard: {
    strokes:
      'M3 4h10a1.5 1.5 0 0 1 1.5 1.5v5A1.5 1.5 0 0 1 13 12H3a1.5 1.5 0 0 1-1.5-1.5v-5A1.5 1.5 0 0 1 3 4ZM4.5 7h.01M7 7h.01M9.5 7h.01M11.5 7h.01M5.5 9.5h5'
  }
} as const satisfies Record<string, Drawing>

export type IconName = keyof typeof icons
