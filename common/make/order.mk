# Chapter 05's rung 7 relies on floats being in the order of their bits: checks all 2^31 patterns without a sign on
# this CPU.
.PHONY: order-05
order-05: build/test/chapters-05-shortcuts $(EMULATOR_NEEDED)
	@ALL_PATTERNS=1 $< -tc='floats that are not negative*'
