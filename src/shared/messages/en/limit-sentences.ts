/** Messages about the person's limits for chats and agents. */
export const LIMIT_SENTENCES = {
  'chat.costNear': 'This chat and its agents have cost {cost}. Your warning is set to {line}.',
  'chat.tokensNear': 'This chat and its agents have used {tokens} tokens. Your warning is set to {line}.',
  'chat.timeNear': 'This chat and its agents have worked {minutes} minutes. Your warning is set to {line}.',
  'chat.costReached':
    'This chat and its agents have cost {cost}, and pause at {limit}. Their work is kept. Raise or remove the limit to continue.',
  'chat.tokensReached':
    'This chat and its agents have used {tokens} tokens, and pause at {limit}. Their work is kept. Raise or remove the limit to continue.',
  'chat.timeReached':
    'This chat and its agents have worked {minutes} minutes, and pause at {limit}. Their work is kept. Raise or remove the limit to continue.',
  'agent.costNear': 'The agent “{agent}” and its subagents have cost {cost}. Your warning is set to {line}.',
  'agent.tokensNear':
    'The agent “{agent}” and its subagents have used {tokens} tokens. Your warning is set to {line}.',
  'agent.timeNear':
    'The agent “{agent}” and its subagents have worked {minutes} minutes. Your warning is set to {line}.',
  'agent.costReached':
    'The agent “{agent}” and its subagents have cost {cost}, and pause at {limit}. Their work is kept. Raise or remove the limit to continue.',
  'agent.tokensReached':
    'The agent “{agent}” and its subagents have used {tokens} tokens, and pause at {limit}. Their work is kept. Raise or remove the limit to continue.',
  'agent.timeReached':
    'The agent “{agent}” and its subagents have worked {minutes} minutes, and pause at {limit}. Their work is kept. Raise or remove the limit to continue.',
  'pool.costReached':
    'This turn has cost {cost}, and its limit is {limit}. Finished work is kept. Raise the limit to continue.',
  'pool.tokensReached':
    'This turn has written {tokens} tokens, and its limit is {limit}. Finished work is kept. Raise the limit to continue.',
  'still.ofTurn': 'Raise the limit of the turn first.',
  'day.costNear': 'Everything together has cost {cost} today. The daily warning is at {line}.',
  'month.costNear': 'Everything together has cost {cost} this month. The monthly warning is at {line}.',
  'projectDay.costNear': 'The project “{project}” has cost {cost} today. Its daily warning is at {line}.',
  'projectMonth.costNear':
    'The project “{project}” has cost {cost} this month. Its monthly warning is at {line}.',
  'projectDay.costReached':
    'The daily limit of the project “{project}” is reached: {cost} of {limit} was spent today. Finished work is kept. Raise the limit, or continue tomorrow.',
  'projectMonth.costReached':
    'The monthly limit of the project “{project}” is reached: {cost} of {limit} was spent this month. Finished work is kept. Raise the limit to continue.',
  'day.costReached':
    'The daily limit of {limit} is reached: {cost} was spent today. Finished work is kept. Raise the limit, or continue tomorrow.',
  'month.costReached':
    'The monthly limit of {limit} is reached: {cost} was spent this month. Finished work is kept. Raise the limit to continue.',
  /** For a person who resumes at a limit that is still reached. */
  'still.cost': 'Still paused: {cost} of {limit} is spent.',
  'still.tokens': 'Still paused: {tokens} of {limit} tokens are used.',
  'still.time': 'Still paused: {minutes} of {limit} minutes are used.',
  'still.ofChat': 'Raise the limit of the chat first.',
  'still.ofAgent': 'Raise the limit of “{agent}” first.',
  'still.ofTeam': 'Raise the limit of the team first.',
  'still.ofDay': 'Raise the daily limit first.',
  'still.ofMonth': 'Raise the monthly limit first.',
  'still.ofProjectDay': 'Raise the daily limit of the project “{project}” first.',
  'still.ofProjectMonth': 'Raise the monthly limit of the project “{project}” first.',
} as const
