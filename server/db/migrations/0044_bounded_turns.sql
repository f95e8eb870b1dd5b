CREATE INDEX `ledger_unspent` ON `ledger` (`user_id`,`id`) WHERE reason not in ('message', 'photo', 'gift');--> statement-breakpoint
CREATE INDEX `day_erased_source` ON `day_erased` (`source`);--> statement-breakpoint
CREATE INDEX `day_numbers_source` ON `day_numbers` (`source`);--> statement-breakpoint
CREATE INDEX `day_visits_source` ON `day_visits` (`source`);