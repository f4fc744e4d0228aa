/** What a chat can be written as: whole and readable back, or for people to read. */
export const FILE_FORMATS = ['jsonl', 'markdown', 'html'] as const
