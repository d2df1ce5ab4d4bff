/** 21 November 2026, noon UTC, in milliseconds: where the virtual clock of a test starts and stands. */
export const noon = Date.UTC(2026, 10, 21, 12)
