// The picture language: tickets, the hat, pins. Sizes are css pixels; whoever uses one scales it.

import { make } from "./svg.js";

const TICKETS = {
  taxi: "M0-5L5.5 4.5H-5.5Z",
  bus: "M-4.3-4.3H4.3V4.3H-4.3Z",
  underground: "M-4.8 0A4.8 4.8 0 1 1 4.8 0A4.8 4.8 0 1 1-4.8 0Z",
  black: "M-5-3L-3-5L0-2L3-5L5-3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0Z",
};

// The same hat as in hat.svg, its brim on the point below.
const HAT = "M-5-5V-13.5C-5-15-3-16 0-16S5-15 5-13.5V-5C7.6-4.6 9.5-3.8 9.5-2.8C9.5-1.2 5 0 0 0S-9.5-1.2-9.5-2.8C-9.5-3.8-7.6-4.6-5-5Z";
const BAND = "M-5-7.5C-3.6-6.8-2-6.5 0-6.5S3.6-6.8 5-7.5V-5C3.6-4.4 2-4.1 0-4.1S-3.6-4.4-5-5Z";

export const HEAD = 21; // from the tip of a pin to the middle of its head
export const CROWN = 12.5; // and its radius
export const PIN = "M0 0C-2.5-7-12.5-11-12.5-21A12.5 12.5 0 1 1 12.5-21C12.5-11 2.5-7 0 0Z";

export const isTicket = (ticket) => ticket in TICKETS;

export const ticketShape = (ticket, attributes = {}) =>
  make("path", { ...attributes, class: `shape-${ticket}`, d: TICKETS[ticket] });

export const hat = (size) =>
  make("g", { transform: `scale(${size})` }, make("path", { class: "felt", d: HAT }), make("path", { class: "band", d: BAND }));

// What is printed beside a station, about as large as a letter.
export const PRINTED = {
  hideout: HAT,
  park: "M0-13L5-6H3L6-1H1.2V3H-1.2V-1H-6L-3-6H-5Z",
  monument: "M-5 3V0.5H-3.5V-7H-5V-9H5V-7H3.5V0.5H5V3ZM-4-10.5H4L0-14Z",
  river: "M-7-7Q-3.5-11 0-7T7-7V-4.5Q3.5-0.5 0-4.5T-7-4.5ZM-7-1Q-3.5-5 0-1T7-1V1.5Q3.5 5.5 0 1.5T-7 1.5Z",
};
