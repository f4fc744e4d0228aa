/** Export formats: complete and importable, or readable for people. */
export const FILE_FORMATS = ['jsonl', 'markdown', 'html'] as const
