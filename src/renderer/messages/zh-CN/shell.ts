import type { shell as en } from '../en/shell.ts'
import { translationOf } from '../message.ts'

export const shell = translationOf<typeof en>()({})
