import { minuteMs } from '../../base/moment';

/** How many minutes a slot of a line stands for. */
export const slotMinutes = 10;

/** The same in milliseconds. */
export const slotMs = slotMinutes * minuteMs;
