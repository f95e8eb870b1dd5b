CREATE TABLE `erased_bookings` (
	`month` text NOT NULL,
	`country` text NOT NULL,
	`currency` text NOT NULL,
	`vat_percentage` real NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	`amount` integer NOT NULL,
	`vat` integer NOT NULL,
	PRIMARY KEY(`month`, `country`, `currency`, `vat_percentage`, `kind`)
);
--> statement-breakpoint
ALTER TABLE `settlement_lines` ADD `country` text;