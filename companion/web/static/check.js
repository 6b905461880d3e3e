// A phone that knocks waits for the table to press its key.

import { stream } from "./stream.js";

const again = () => location.reload();
stream("/x/events", { state: again, gone: again, knocking: () => {} }, undefined, (status) => status === 403 && again());
