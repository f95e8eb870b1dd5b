CREATE TABLE `blocked_payers` (
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`kind`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `dev_sms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job` integer NOT NULL,
	`recipient` text NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `direct_debits` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`credits` integer NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`discount_code` text,
	`account_holder` text NOT NULL,
	`iban` text NOT NULL,
	`street` text NOT NULL,
	`house_number` text NOT NULL,
	`zip` text NOT NULL,
	`city` text NOT NULL,
	`phone` text NOT NULL,
	`mandate` text NOT NULL,
	`code_hash` text NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE INDEX `direct_debits_user` ON `direct_debits` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `direct_debits_iban` ON `direct_debits` (`iban`,`created_at`);--> statement-breakpoint
CREATE TABLE `discount_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`value_percentage` real NOT NULL,
	`minimum_order_value` integer,
	`country` text,
	`user_id` integer,
	`expires` integer,
	`currency` text,
	`status` text NOT NULL,
	`validity` text NOT NULL,
	`paymentmethods` text
);
--> statement-breakpoint
CREATE TABLE `payment_transitions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`payment` text NOT NULL,
	`before` text,
	`after` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_transitions_payment` ON `payment_transitions` (`payment`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`status` text NOT NULL,
	`provider` text NOT NULL,
	`reference` text,
	`checkout_url` text,
	`method` text NOT NULL,
	`country` text NOT NULL,
	`credits` integer NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`discount_code` text,
	`discount_percentage` real,
	`vat_percentage` real NOT NULL,
	`failure` text,
	`remember` integer DEFAULT false NOT NULL,
	`repeated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`completed_at` integer,
	`invoice` integer,
	`withdrawn_at` integer,
	`credits_taken` integer,
	`refunded` integer
);
--> statement-breakpoint
CREATE INDEX `payments_user` ON `payments` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_reference` ON `payments` (`provider`,`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_invoice` ON `payments` (`invoice`);--> statement-breakpoint
CREATE INDEX `payments_discount` ON `payments` (`discount_code`,`user_id`) WHERE discount_code is not null;--> statement-breakpoint
CREATE TABLE `sandbox_payments` (
	`reference` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stored_methods` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`customer` text NOT NULL,
	`mandate` text NOT NULL,
	`method` text NOT NULL,
	`label` text NOT NULL,
	`credits` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ledger_user` ON `ledger` (`user_id`,`id`);