import { z } from 'zod'

/** What of the look of the app is chosen. Apart from other settings, since the first window needs it before all code. */
export const Theme = z.enum(['system', 'dark', 'light'])
export type Theme = z.infer<typeof Theme>
export const LocaleChoice = z.enum(['system', 'en', 'zh-CN'])
export type LocaleChoice = z.infer<typeof LocaleChoice>
