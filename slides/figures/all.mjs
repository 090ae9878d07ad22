// Every figure that a deck can quote.
export * from './costs.mjs'
export * from './launches.mjs'
export * from './machines.mjs'
export * from './memory.mjs'
export * from './tiles.mjs'
export * from './warps.mjs'
